import { describe, expect, test } from 'vitest'
import type { DownloadedDocument, PlanContext } from '../source.ts'
import { bseIssues } from './bse-issues.ts'

const NOW = '2027-03-10T19:00:00.000Z'
const API = 'https://api.bseindia.com/BseIndiaAPI/api'

const contextOf = (lastRead: Record<string, string> = {}): PlanContext => ({
  now: NOW,
  days: [],
  lastRead: (document) => lastRead[document] ?? null,
})

const answer = (document: string, body: unknown): DownloadedDocument => ({
  document,
  url: 'https://exchange.example',
  day: null,
  fetchedAt: NOW,
  body: JSON.stringify(body),
})

const documents = (requests: readonly { document: string }[] = []) => requests.map(({ document }) => document)

describe('the first requests', () => {
  test('are the boards', () => {
    const referer = 'https://www.bseindia.com/'
    expect(bseIssues.plan(contextOf())).toEqual([
      {
        document: 'board/live',
        url: `${API}/GetPublicIssue_par_updated/w?flag=1&status=L&ir_flag=IPO`,
        expects: 'json',
        referer,
        origin: 'https://www.bseindia.com',
      },
      {
        document: 'board/forthcoming',
        url: `${API}/GetPublicIssue_par_updated/w?flag=1&status=F&ir_flag=IPO`,
        expects: 'json',
        referer,
        origin: 'https://www.bseindia.com',
      },
    ])
  })
})

describe('the requests that follow from a board', () => {
  const live = { IR_flag: 'IPO', Status: 'L', IPO_NO: 9001 }
  const forthcoming = { IR_flag: 'IPO', Status: 'F', IPO_NO: 9002 }
  const buyback = { IR_flag: 'BuyBack', Status: 'L', IPO_NO: 9003 }
  const follow = (document: string, rows: readonly unknown[], lastRead?: Record<string, string>) =>
    bseIssues.follow?.(answer(document, { Table: rows }), contextOf(lastRead))

  test('are the page of each IPO, and the demand for those that are live', () => {
    expect(follow('board/live', [live, forthcoming, buyback])).toEqual([
      {
        document: 'issue/9001',
        url: `${API}/GetMkt_ISSUE_BBS_IPO/w?IPO_NO=9001`,
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
      {
        document: 'demand/9001',
        url: `${API}/Pubissues_GetBkbldgCatdem_ng/w?IPO_NO=9001`,
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
      {
        document: 'issue/9002',
        url: `${API}/GetMkt_ISSUE_BBS_IPO/w?IPO_NO=9002`,
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
    ])
  })

  test.each([
    ['2027-03-10T16:00:00.000Z', ['issue/9001', 'demand/9001']],
    ['2027-03-10T16:00:00.001Z', ['demand/9001']],
  ])('with page and demand read at %s: %j again', (last, requested) => {
    expect(documents(follow('board/live', [live], { 'issue/9001': last, 'demand/9001': last }))).toEqual(
      requested,
    )
  })

  test.each(['issue/9001', 'demand/9001'])('are none for %s', (document) => {
    expect(follow(document, [live])).toEqual([])
  })

  test('include its IPOs in any letter case', () => {
    expect(documents(follow('board/live', [{ ...live, IR_flag: 'ipo' }]))).toEqual([
      'issue/9001',
      'demand/9001',
    ])
  })

  test.each([null, 'x1', ''])('are none for a row with the number %j', (number) => {
    expect(follow('board/live', [{ ...live, IPO_NO: number }])).toEqual([])
  })
})

test('a document that was never requested is an error of the caller', () => {
  expect(() => bseIssues.read(answer('rights/1', {}))).toThrow('bse-issues has no document rights/1')
})
