import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type PastContext, Unreadable } from '../source.ts'
import { investorgain } from './investorgain.ts'

const NOW = '2031-03-12T14:32:00.000Z'
const context = (read: Record<string, string> = {}, known = ['7101', '7102']): PastContext => ({
  ...{ now: NOW, days: [], isKnown: (number) => known.includes(number) },
  lastRead: (document) => read[document] ?? null,
})

const row = (id: number, more: object = {}) => ({
  Name: `<a href="/gmp/issue-ipo/${id}/">Issue ${id}</a> <b>L@120.00 (20.00%)</b>`,
  GMP: '&#8377;<b>5</b> (5.00%)',
  '~id': id,
  'Updated-On': '<small><b>12-May 19:00</b></small>',
  '~Srt_Open': '2030-05-06',
  '~Srt_Close': '2030-05-08',
  '~Str_Listing': '2030-05-13',
  'Price (₹)': '100',
  '~IPO_Category': 'SME',
  ...more,
})
const listOf = (rows: readonly object[], more: object = {}): DownloadedDocument => ({
  ...{ document: 'past/2030-05', url: 'https://example.org', day: null, fetchedAt: NOW },
  body: JSON.stringify({ msg: 1, reportTableData: rows, ...more }),
})

test('each month of a range is requested, the newest first', () => {
  const lists = investorgain.past?.lists({ from: '2029-12-31', to: '2030-02-01' }, context()) ?? []
  expect(lists.map(({ document, url }) => [document, url.split('/331/')[1]])).toEqual([
    ['past/2030-02', '1/2/2030/2029-30/0/all?search=&v=12-20'],
    ['past/2030-01', '1/1/2030/2029-30/0/all?search=&v=12-20'],
    ['past/2029-12', '1/12/2029/2029-30/0/all?search=&v=12-20'],
  ])
})

test('a row gives the number of its issue, and no quote: its stamp has no year', () => {
  const trust = row(7103, { '~IPO_Category': 'InvIT' })
  expect(investorgain.read(listOf([row(7101), trust])).entries).toMatchObject([
    {
      row: 1,
      said: {
        kind: 'terms',
        subject: { name: 'Issue 7101', upstreamId: '7101', board: 'SME', openDate: '2030-05-06' },
        terms: {},
        onlyKnown: { listedOn: null },
      },
    },
  ])
})

describe('a list leads to', () => {
  const follow = (answer: DownloadedDocument, at = context()) =>
    investorgain.past?.follow?.(answer, at).map(({ document }) => document)

  test('the histories of known issues, also of listed ones', () => {
    expect(follow(listOf([row(7101), row(7102), row(7199)]))).toEqual(['history/7101', 'history/7102'])
  })

  test.each([
    ['before its listing day was over', { 'history/7101': '2030-05-13T10:00:00.000Z' }, {}, true],
    ['since', { 'history/7101': '2030-05-14T05:00:00.000Z' }, {}, false],
    ['never, and has no listing day', {}, { '~Str_Listing': '' }, true],
    ['never, and has no days', {}, { '~Str_Listing': '', '~Srt_Close': '' }, false],
    ['never, and is not listed yet', {}, { '~Str_Listing': '2031-03-12' }, false],
  ])('a history that was read %s', (_when, read, more, isRequested) => {
    expect(follow(listOf([row(7101, more)]), context(read))).toEqual(isRequested ? ['history/7101'] : [])
  })

  test('its further pages', () => {
    expect(follow(listOf([], { totalPages: 2 }))).toEqual(['past/2030-05/2'])
  })
})

test.each([
  ['a retired address', '{"msg":"API not found"}'],
  ['a list without numbers', JSON.stringify({ msg: 1, reportTableData: [{ Name: 'Issue' }] })],
])('refuses %s', (_what, body) => {
  expect(() => investorgain.read({ ...listOf([]), body })).toThrow(Unreadable)
})
