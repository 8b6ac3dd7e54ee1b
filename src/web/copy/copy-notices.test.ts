import { describe, expect, test } from 'vitest'
import { plain } from '../../../test/support/pages.ts'
import { type CopyAge, copyNotices, copyStatus } from './copy-notices.ts'

/** An open issue whose bidding closes at five in the afternoon. */
const PAGE = { changedAt: '2026-11-19T06:00:00.000Z', changesAt: '2026-11-19T11:30:00.000Z' }
const UNCHANGING = { changedAt: '2025-02-03T06:00:00.000Z', changesAt: null }

/** A run at a moment, with one every hour. */
const runAt = (checkedAt: string, stale: CopyAge['stale'] = []): CopyAge => {
  const hoursLater = (hours: number) => new Date(Date.parse(checkedAt) + hours * 3_600_000).toISOString()
  return { checkedAt, nextRunAt: hoursLater(1), staleAfter: hoursLater(2), stale }
}

const NSE = { source: 'nse', since: '2026-11-18T10:00:00.000Z' }
const IPOWATCH = { source: 'IPOWatch', since: '2026-11-18T09:00:00.000Z' }

describe('a page of a copy says', () => {
  test.each([
    ['nothing while all is well', PAGE, runAt('2026-11-19T11:00:00.000Z'), '2026-11-19T11:29:59.000Z', []],
    [
      'nothing where the clock changes nothing, even years later',
      UNCHANGING,
      runAt('2026-11-19T11:00:00.000Z'),
      '2026-11-19T12:00:00.000Z',
      [],
    ],
    [
      'from its own moment on that it is out of date',
      PAGE,
      runAt('2026-11-19T11:00:00.000Z'),
      '2026-11-19T11:30:00.000Z',
      ['Out of date since today 5:00 pm. Next update: today 5:30 pm.'],
    ],
    [
      'that an update is late, where one was due',
      PAGE,
      runAt('2026-11-19T11:00:00.000Z'),
      '2026-11-19T12:20:00.000Z',
      ['Out of date since today 5:00 pm. An update was due today 5:30 pm.'],
    ],
    [
      'that there is a newer one, where it stayed open',
      PAGE,
      runAt('2026-11-19T12:00:00.000Z'),
      '2026-11-19T12:10:00.000Z',
      ['This page has been updated. Reload'],
    ],
    [
      'which sources are not updating, as a page of the service',
      UNCHANGING,
      runAt('2026-11-19T11:00:00.000Z', [NSE, IPOWATCH]),
      '2026-11-19T11:30:00.000Z',
      ['Not updated since 18 Nov, 3:30 pm: NSE, IPOWatch. Details'],
    ],
    [
      'its own age before that of the sources',
      PAGE,
      runAt('2026-11-19T11:00:00.000Z', [{ source: 'bse', since: null }]),
      '2026-11-19T11:30:00.000Z',
      ['Out of date since today 5:00 pm. Next update: today 5:30 pm.', 'Not updated yet: BSE. Details'],
    ],
    [
      'nothing but that, where the copy is no longer updated',
      PAGE,
      runAt('2026-11-12T09:30:00.000Z', [NSE]),
      '2026-11-19T11:30:00.000Z',
      ['Last updated 12 Nov, 3:00 pm. What is open or due, and every figure, is of then.'],
    ],
    [
      'that its age is unknown, where the state cannot be read',
      UNCHANGING,
      null,
      '2026-11-19T11:30:00.000Z',
      [
        'This page last changed 3 Feb 2025, 11:30 am. The state of this copy could not be read: figures may be old.',
      ],
    ],
    [
      'by its own moment that it is out of date, where the state cannot be read',
      PAGE,
      null,
      '2026-11-26T11:30:00.000Z',
      ['Out of date since 19 Nov, 5:00 pm. The state of this copy could not be read: figures may be old.'],
    ],
  ])('%s', (_name, page, status, now, texts) => {
    const shown = copyNotices(page, status, now)
    expect(shown.map(({ first, rest, link = [] }) => plain([first, rest, link[0] ?? ''].join(' ')))).toEqual(
      texts,
    )
  })

  test('the state only within its limit', () => {
    const status = runAt('2026-11-19T11:00:00.000Z')
    const firstAt = (now: string) => copyNotices(UNCHANGING, status, now).length
    expect(firstAt('2026-11-19T13:00:00.000Z')).toBe(0)
    expect(firstAt('2026-11-19T13:00:00.001Z')).toBe(1)
  })
})

describe('the state of a copy', () => {
  const BODY = { ok: true, ...runAt('2026-11-19T11:00:00.000Z', [NSE]), files: 12 }

  test('is read from its file, whatever else there is in it', () => {
    expect(copyStatus(BODY)).toEqual(runAt('2026-11-19T11:00:00.000Z', [NSE]))
    expect(copyStatus({ ...BODY, stale: undefined })?.stale).toEqual([])
  })

  test.each([[null], ['text'], [[]], [{}], [{ ...BODY, staleAfter: 'soon' }], [{ ...BODY, checkedAt: 5 }]])(
    'is unknown for %j',
    (body) => {
      expect(copyStatus(body)).toBeNull()
    },
  )
})
