import { describe, expect, test } from 'vitest'
import type { DownloadedDocument, PlanContext } from '../source.ts'
import { investorgain } from './investorgain.ts'

const NEVER: PlanContext['lastRead'] = () => null
const contextAt = (now: string, lastRead = NEVER): PlanContext => ({ now, days: [], lastRead })

const listOf = (rows: readonly object[], more: object = {}): DownloadedDocument => ({
  document: 'gmp/2031-03',
  url: 'https://example.org',
  day: null,
  fetchedAt: '2031-03-12T14:30:00.000Z',
  body: JSON.stringify({ msg: 1, reportTableData: rows, ...more }),
})

const row = (id: number, more: object = {}) => ({
  Name: `<a href="/gmp/issue-ipo/${id}/">Issue ${id}</a> <span class="badge bg-success">O</span>`,
  GMP: '&#8377;<b>5</b> (5.00%)',
  '~id': id,
  'Updated-On': '<small><b>12-Mar 19:00</b></small>',
  ...more,
})

describe('the first requests', () => {
  test('are the lists of this month and the next, in Indian time', () => {
    // 20:02 on the 12th.
    expect(investorgain.plan(contextAt('2031-03-12T14:32:00.000Z'))).toEqual([
      {
        document: 'gmp/2031-03',
        url: 'https://webnodejs.investorgain.com/cloud/v2/report/data-read/331/1/3/2031/2030-31/0/all?search=&v=12-20',
        expects: 'json',
        referer: 'https://www.investorgain.com/',
      },
      {
        document: 'gmp/2031-04',
        url: 'https://webnodejs.investorgain.com/cloud/v2/report/data-read/331/1/4/2031/2031-32/0/all?search=&v=12-20',
        expects: 'json',
        referer: 'https://www.investorgain.com/',
      },
    ])
  })

  test.each([
    ['the last evening of a month in UTC', '2031-01-31T18:30:00.000Z', '331/1/2/2031/2030-31/', 'v=01-00'],
    ['December leads on to January', '2030-12-10T04:00:00.000Z', '331/1/12/2030/2030-31/', 'v=10-09'],
  ])('%s', (_name, now, path, version) => {
    const [first] = investorgain.plan(contextAt(now))
    expect(first?.url).toContain(path)
    expect(first?.url).toContain(version)
  })

  test('for the month after December are for January of the next year', () => {
    expect(investorgain.plan(contextAt('2030-12-31T04:00:00.000Z')).map(({ document }) => document)).toEqual([
      'gmp/2030-12',
      'gmp/2031-01',
    ])
  })
})

describe('the requests that follow from a list', () => {
  const follow = (answer: DownloadedDocument, at: PlanContext) =>
    (investorgain.follow?.(answer, at) ?? []).map(({ document }) => document)
  const NOW = contextAt('2031-03-12T14:32:00.000Z')

  test('are the history of each issue, once', () => {
    const [request] = investorgain.follow?.(listOf([row(7101), row(7101)]), NOW) ?? []
    expect(request).toEqual({
      document: 'history/7101',
      url: 'https://webnodejs.investorgain.com/cloud/v2/ipo/ipo-gmp-read/7101/true',
      expects: 'json',
      referer: 'https://www.investorgain.com/',
    })
    expect(follow(listOf([row(7101), row(7101), row(7102)]), NOW)).toEqual(['history/7101', 'history/7102'])
  })

  test.each([
    ['by the price behind its name', { Name: '<a>Issue</a> <span><b>L@120.00 (20.00%)</b></span>' }],
    ['by its status', { '~ipo_status1': 'LP' }],
  ])('do not include an issue that is listed %s', (_name, more) => {
    expect(follow(listOf([row(7101, more)]), NOW)).toEqual([])
  })

  test.each([
    ['today', '2031-03-11T18:30:00.000Z', []],
    ['before midnight in India', '2031-03-11T18:29:59.999Z', ['history/7101']],
  ])('for a history that was read %s', (_name, lastRead, documents) => {
    expect(follow(listOf([row(7101)]), { ...NOW, lastRead: () => lastRead })).toEqual(documents)
  })

  test('do not include an id that is no number', () => {
    expect(follow(listOf([row(7101, { '~id': '../7102' })]), NOW)).toEqual([])
  })

  test('are the further pages of a long list, from the first page alone', () => {
    const long = listOf([], { totalPages: 3 })
    expect(follow(long, NOW)).toEqual(['gmp/2031-03/2', 'gmp/2031-03/3'])
    expect(follow({ ...long, document: 'gmp/2031-03/2' }, NOW)).toEqual([])
  })

  test('are none for a history', () => {
    expect(
      follow({ ...listOf([]), document: 'history/7101', body: '{"msg":1,"ipoGmpData":[]}' }, NOW),
    ).toEqual([])
  })
})

describe('an answer of an unknown layout', () => {
  test.each([
    [
      'a retired address',
      '{"msg":"API not found","error":"API NOT FOUND"}',
      /msg "API not found", error "API NOT FOUND"/,
    ],
    ['a refused call', '{"msg":-1,"error":"Invalid API Call2031"}', /msg -1, error "Invalid API Call2031"/],
    ['no msg', '{}', /no msg at all/],
    ['an error page', '<html><body>Just a moment</body></html>', /HTML page/],
    ['half an answer', '{"msg":1,"reportTableData":[{"Na', /cut short/],
    ['nothing', '', /empty/],
    ['no rows', '{"msg":1}', /should be a JSON list/],
  ])('%s', (_name, body, message) => {
    for (const document of ['gmp/2031-03', 'history/7101'])
      expect(() => investorgain.read({ ...listOf([]), document, body })).toThrow(message)
  })

  test.each(['Name', 'GMP', '~id', 'Updated-On'])('a list without the column %s', (key) => {
    expect(() => investorgain.read(listOf([row(7101, { [key]: undefined })]))).toThrow(`has no ${key}`)
  })

  test('a history without its days', () => {
    const body = '{"msg":1,"ipoGmpData":[{"date":"12-03-2031","gmp":"5"}]}'
    expect(() => investorgain.read({ ...listOf([]), document: 'history/7101', body })).toThrow(
      'has no gmp_date',
    )
  })
})

test('a month without issues is an empty list', () => {
  expect(investorgain.read(listOf([]))).toEqual({ entries: [], rows: 0, unknownColumns: [] })
})
