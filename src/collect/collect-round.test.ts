import { describe, expect, test } from 'vitest'
import { instantFromMs, msOf } from '../market/calendar.ts'
import { type DownloadedDocument, type PlanContext, type Source, UNNAMED_SUBJECT } from '../sources/source.ts'
import { payloadBody } from '../store/collection/payloads.ts'
import { BEGINNING } from '../store/pieces/piece.ts'
import { atOneMoment, pieceSince } from '../store/pieces/read-piece.ts'
import { bse, fresh, Market, nse, plainSource, quote, terms, tracker } from './collect-round.test-market.ts'
import type { Conditions } from './download/download-document.ts'
import { UpstreamFault } from './download/upstream-fault.ts'
import { replayAnswers } from './replay.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`

const rounds = (market: Market) => market.db.selectFrom('rounds').selectAll().orderBy('id').execute()
const fetches = (market: Market) => market.db.selectFrom('fetches').selectAll().orderBy('id').execute()

describe('a round', () => {
  test('is recorded with the rows it read, accepted, knew and refused', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const page = [
      quote(500, '2026-03-02'),
      quote(500, '2026-03-02'),
      { rule: 'gmp-range', reason: 'a range is no quote' },
    ]
    await market.collectPage(tracker, at('02'), page)
    expect((await rounds(market))[1]).toMatchObject({
      source: 'ipowatch',
      work: 'collect',
      started: at('02'),
      outcome: 'done',
      fault: null,
      words: null,
      rows_read: 3,
      rows_kept: 1,
      rows_refused: 1,
    })
  })

  test('without new facts is recorded, and leaves the version unchanged', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    await market.collectPage(nse, at('02'), [terms()])
    expect((await rounds(market)).map(({ id, version, rows_known }) => [id, version, rows_known])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
    ])
  })

  test('read again leaves the same facts and no more refusals', async () => {
    const market = await Market.open()
    const run = async () => {
      await market.collectPage(tracker, at('01'), [quote(500, '2026-03-01')], { at: at('01') })
      await market.collectPage(nse, at('02'), [terms({ openDate: '2026-03-10' })], { at: at('02') })
      await market.collectPage(tracker, at('03'), [quote(700, '2026-03-03')], { at: at('03') })
    }
    await run()
    const before = await market.facts()
    await run()
    expect(await market.facts()).toEqual(before)
    expect(await market.refusals()).toEqual([])
  })

  test('of a past moment is recorded at that moment', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('20'), [terms()], { at: at('01') })
    expect(await market.facts()).toMatchObject([{ recorded: at('01') }])
    expect(await fetches(market)).toMatchObject([{ fetched: at('01') }])
  })

  test('of a past moment uses only what was known then', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('10'), [terms()], { at: at('10') })
    await market.collectPage(tracker, at('20'), [quote(500, '2026-03-05')], { at: at('05') })
    expect(await market.factsOf('gmp')).toEqual([])
    expect(await market.rules()).toEqual(['unknown-issue'])
  })

  test('of an earlier moment finds the slug that an issue was given later', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('10'), [terms({ symbol: 'ACORN' })], { at: at('10') })
    await market.collectPage(nse, at('20'), [terms({ symbol: 'ACORN' })], { at: at('05') })
    expect(new Set((await market.facts()).map((fact) => 'slug' in fact && fact.slug))).toEqual(
      new Set(['acorn-mills']),
    )
  })

  test('on a dry run reports what would happen, and records nothing', async () => {
    const market = await Market.open()
    const page = [terms(), quote(500, '2026-03-01')]
    expect(await market.collectPage(nse, at('01'), page, { dryRun: true })).toMatchObject({
      read: 2,
      taken: 2,
    })
    expect(await market.facts()).toEqual([])
    expect(await rounds(market)).toEqual([])
    expect(await fetches(market)).toEqual([])
  })
})

describe('an error of ours after the download', () => {
  const page = [terms(), quote(500, '2026-03-01')]
  /** Passes the check of values, and makes the matcher throw. */
  const confusing = quote(500, '2026-03-01', {
    subject: { ...UNNAMED_SUBJECT, name: 5 as unknown as string },
  })

  /** A clock that throws when all is written except the record of the round. */
  async function breakingClock() {
    let calls = 0
    const counting = () => {
      calls++
      return at('01')
    }
    await (await Market.open()).collectPage(nse, at('01'), page, { now: counting })
    return () => {
      if (--calls === 0) throw new Error('broken')
      return at('01')
    }
  }

  async function failed(): Promise<Market> {
    const market = await Market.open()
    const now = await breakingClock()
    await expect(market.collectPage(nse, at('01'), page, { now })).rejects.toThrow('broken')
    return market
  }
  const contentsOf = async (market: Market) => [
    ...(await market.facts()),
    ...(await rounds(market)),
    ...(await market.refusals()),
  ]
  const replay = (market: Market, source: Source) =>
    replayAnswers(market.db, source, { now: () => at('05'), sources: [nse, tracker] })

  test('records nothing, and loses no answer', async () => {
    const market = await failed()
    expect(await contentsOf(market)).toEqual([])
    const [fetch] = await fetches(market)
    expect(fetch).toMatchObject({ id: 1, batch: 1, round: null, document: 'list' })
    expect(String(await payloadBody(market.db, fetch?.payload ?? ''))).toBe(JSON.stringify(page))
  })

  test('is made good by the next round', async () => {
    const market = await failed()
    const report = await market.collectPage(nse, at('02'), [])
    expect(report).toMatchObject({ outcome: 'done', taken: 2, read: 2 })
    expect(await market.facts()).toMatchObject([{ fact: 'ipo' }, { fact: 'gmp', observedAt: '2026-03-01' }])
    expect((await rounds(market)).map(({ id, work, rows_kept }) => [id, work, rows_kept])).toEqual([
      [1, 'replay', 2],
      [2, 'collect', 0],
    ])
    expect((await fetches(market)).map(({ batch, round }) => [batch, round])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('leaves its answers out of a piece until facts are made of them', async () => {
    const market = await failed()
    const piece = () =>
      atOneMoment(market.db, async (tx) => {
        const names: string[] = []
        for await (const entry of pieceSince(tx, BEGINNING)) names.push(entry.piece)
        return names
      })
    expect(await piece()).toEqual(['begin', 'end'])
    await replay(market, nse)
    expect(await piece()).toEqual([
      ...['begin', 'round', 'issue', 'fetch', 'fact', 'round', 'fetch', 'fact', 'key', 'end'],
    ])
  })

  test('is made good by a replay, once', async () => {
    const market = await failed()
    expect(await replay(market, nse)).toMatchObject({ payloads: 1, taken: 2, refused: 0 })
    expect((await fetches(market)).map(({ round }) => round)).toEqual([2])
    expect(await replay(market, nse)).toMatchObject({ payloads: 1, taken: 0 })
  })

  test('in the matcher keeps the answers of each round, until a fix and a replay', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    for (const gmp of [500, 600])
      await expect(
        market.collectPage(tracker, at('02'), [quote(gmp, '2026-03-02'), confusing]),
      ).rejects.toThrow(TypeError)
    expect(await market.factsOf('gmp')).toEqual([])
    // A later page that is as expected is not held up by what failed before.
    expect(await market.collectPage(tracker, at('03'), [quote(700, '2026-03-03')])).toMatchObject({
      taken: 1,
    })
    expect((await fetches(market)).map(({ round }) => round === null)).toEqual([false, true, true, false])
    await expect(replay(market, tracker)).rejects.toThrow(TypeError)
    const fixed = {
      ...tracker,
      read: (answer: DownloadedDocument) => {
        const parsed = tracker.read(answer)
        return { ...parsed, entries: parsed.entries.slice(0, 1) }
      },
    }
    expect(await replay(market, fixed)).toMatchObject({ payloads: 3, taken: 2, unreadable: 0 })
    expect((await market.factsOf('gmp')).map(({ gmp }) => gmp).sort()).toEqual([500, 600, 700])
    expect((await fetches(market)).map(({ round }) => round === null)).not.toContain(true)
  })

  test('leaves answers of which no fact was made out of a dry run and of a past moment', async () => {
    const market = await failed()
    for (const more of [{ dryRun: true }, { at: at('01') }])
      expect(await market.collectPage(nse, at('02'), [], more)).toMatchObject({ taken: 0 })
    expect((await fetches(market))[0]).toMatchObject({ round: null })
  })

  test('a round that is aborted once its answers are stored leaves them to the next one', async () => {
    const market = await Market.open()
    const stopping = new AbortController()
    const { signal } = stopping
    const throwIfAborted = signal.throwIfAborted.bind(signal)
    // It is checked before the request, before the answers are stored, and before facts are made of them.
    let checks = 0
    Object.defineProperty(signal, 'throwIfAborted', {
      value: () => {
        if (++checks === 3) stopping.abort(new Error('stopped'))
        throwIfAborted()
      },
    })
    await expect(market.collectPage(nse, at('01'), page, { signal })).rejects.toThrow('stopped')
    expect(await contentsOf(market)).toEqual([])
    expect(await fetches(market)).toMatchObject([{ round: null }])
    expect(await market.collectPage(nse, at('02'), page)).toMatchObject({ taken: 2, known: 2 })
  })
})

describe('an answer that cannot be read', () => {
  test('is stored, is a fault of its source, and never an empty day', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const report = await market.collect(nse, at('02'), async () => fresh('<html>Sorry</html>'))
    expect(report).toMatchObject({ outcome: 'failed', fault: 'changed', read: 0, taken: 0 })
    expect(report.words).toBe('list: "<html>Sorry</html>" is no list')
    const [, unread] = await fetches(market)
    expect(unread).toMatchObject({ reading: null, document: 'list' })
    expect(String(await payloadBody(market.db, unread?.payload ?? ''))).toBe('<html>Sorry</html>')
    expect((await rounds(market))[1]).toMatchObject({ outcome: 'failed', fault: 'changed', version: 1 })
  })

  test('because the parser throws is stored as well, and ends no round', async () => {
    const market = await Market.open()
    const fragile = { ...nse, read: () => (null as unknown as { rows: never }).rows }
    const report = await market.collect(fragile, at('02'), async () => fresh('[]'))
    expect(report).toMatchObject({ outcome: 'failed', fault: 'changed' })
    expect(report.words).toContain('list: the parser broke on the answer: TypeError')
    expect(await fetches(market)).toMatchObject([{ reading: null, document: 'list' }])
  })

  test('does not count as the last reading', async () => {
    const market = await Market.open()
    const requested: (string | null)[] = []
    const curious = plainSource('nse-issues', 'nse', {
      plan: ({ lastRead }) => {
        requested.push(lastRead('list'))
        return nse.plan({ now: at('01'), days: [], lastRead })
      },
    })
    await market.collectPage(curious, at('01'), [])
    await market.collect(curious, at('02'), async () => fresh('<html>'))
    await market.collectPage(curious, at('03'), [])
    expect(requested).toEqual([null, at('01'), at('01')])
  })

  test('affects no other document of its round', async () => {
    const market = await Market.open()
    const two = plainSource('nse-issues', 'nse', {
      plan: () =>
        ['a', 'b'].map((document) => ({ document, url: `https://x.example/${document}`, expects: 'json' })),
    })
    const report = await market.collect(two, at('01'), async ({ document }) =>
      fresh(document === 'a' ? '[{' : JSON.stringify([terms()])),
    )
    expect(report).toMatchObject({ outcome: 'partial', fault: 'changed', taken: 1 })
    expect((await rounds(market))[0]).toMatchObject({ outcome: 'partial', rows_kept: 1 })
  })
})

describe('an upstream that does not answer', () => {
  const many = plainSource('nse-issues', 'nse', {
    plan: () =>
      ['a', 'b', 'c', 'd', 'e'].map((document) => ({
        document,
        url: `https://x.example/${document}`,
        expects: 'json',
      })),
  })

  test('is a fault with its own message, and recorded as a failed round', async () => {
    const market = await Market.open()
    const report = await market.collect(nse, at('01'), async () => {
      throw new UpstreamFault('refused', 'nse-issues.example/list: HTTP 403')
    })
    expect(report).toMatchObject({
      outcome: 'failed',
      fault: 'refused',
      words: 'nse-issues.example/list: HTTP 403',
      taken: 0,
    })
    expect(await rounds(market)).toMatchObject([{ outcome: 'failed', fault: 'refused' }])
  })

  test('three times in a row is not asked again until the next round', async () => {
    const market = await Market.open()
    const requested: string[] = []
    const report = await market.collect(many, at('01'), async ({ document }) => {
      requested.push(document)
      throw new UpstreamFault('unreachable', `${document}: HTTP 500`)
    })
    expect(requested).toEqual(['a', 'b', 'c'])
    expect(report.words).toBe('a: HTTP 500 (and 2 more)')
  })

  test('does not count when the document is missing: its host works', async () => {
    const market = await Market.open()
    const requested: string[] = []
    await market.collect(many, at('01'), async ({ document }) => {
      requested.push(document)
      throw new UpstreamFault('changed', `${document}: HTTP 404`)
    })
    expect(requested.length).toBeGreaterThan(3)
  })

  test('only now and then is still asked for the rest', async () => {
    const market = await Market.open()
    const requested: string[] = []
    const report = await market.collect(many, at('01'), async ({ document }) => {
      requested.push(document)
      if (document !== 'c') throw new UpstreamFault('unreachable', `${document}: HTTP 500`)
      return fresh('[]')
    })
    expect(requested).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(report).toMatchObject({ outcome: 'partial', fault: 'unreachable' })
  })

  test('an error of ours is not taken for a fault of the upstream', async () => {
    const market = await Market.open()
    const broken = async () => {
      throw new TypeError('undefined is not a function')
    }
    await expect(market.collect(nse, at('01'), broken)).rejects.toThrow('undefined is not a function')
    expect(await rounds(market)).toEqual([])
  })
})

describe('what is requested', () => {
  test('an answer may lead to further documents, each requested once', async () => {
    const market = await Market.open()
    const requestOf = (document: string) => ({
      document,
      url: `https://x.example/${document}`,
      expects: 'json' as const,
    })
    const leading = plainSource('nse-issues', 'nse', {
      plan: () => [requestOf('list'), requestOf('past')],
      follow: ({ document }) =>
        document.startsWith('detail') ? [] : [requestOf('detail/A'), requestOf('detail/B')],
    })
    const requested: string[] = []
    await market.collect(leading, at('01'), async ({ document }) => {
      requested.push(document)
      return fresh('[]')
    })
    expect(requested).toEqual(['list', 'past', 'detail/A', 'detail/B'])
  })

  test('a round without requests is no round, and no success', async () => {
    const market = await Market.open()
    const idle = plainSource('nse-bhavcopy', 'nse', { plan: () => [] })
    expect(await market.collectPage(idle, at('01'), [])).toMatchObject({
      outcome: 'done',
      read: 0,
      committed: null,
    })
    expect(await rounds(market)).toEqual([])
  })

  test('a day file that was not published is no fault', async () => {
    const market = await Market.open()
    const report = await market.collect(nse, at('01'), async () => ({ kind: 'absent' }))
    expect(report).toMatchObject({ outcome: 'done', fault: null, read: 0 })
    expect(await fetches(market)).toEqual([])
  })

  test('the days that the operator names are requested from a dated source, and from no other', async () => {
    const requested: (readonly string[])[] = []
    const asking = (isDated: boolean) =>
      plainSource('nse-deals', 'nse', {
        isDated,
        plan: ({ days }: PlanContext) => {
          requested.push(days)
          return []
        },
      })
    const market = await Market.open()
    const days = ['2026-03-01', '2026-03-02']
    for (const isDated of [true, false]) await market.collectPage(asking(isDated), at('05'), [], { days })
    expect(requested).toEqual([days, []])
  })
})

describe('a conditional request', () => {
  /** Answers 304 to requests with the tag of the page. */
  const tagged = (body: string, etag: string, seen: (Conditions | undefined)[]) =>
    (async (_wish, known) => {
      seen.push(known)
      return known?.etag === etag ? { kind: 'unchanged' } : fresh(body, { etag })
    }) satisfies Parameters<Market['collect']>[2]

  test('reuses the stored payload, and reports it for today', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const seen: (Conditions | undefined)[] = []
    const body = JSON.stringify([quote(500, '2026-03-02')])
    await market.collect(tracker, at('02'), tagged(body, '"1"', seen))
    const again = await market.collect(tracker, at('02', '07:00'), tagged(body, '"1"', seen))
    expect(seen).toEqual([undefined, { etag: '"1"', lastModified: null }])
    expect(again).toMatchObject({ outcome: 'done', read: 1, known: 1 })
    const [, first, second] = await fetches(market)
    expect(second).toMatchObject({ payload: first?.payload, etag: '"1"', fetched: at('02', '07:00') })
    expect(await market.db.selectFrom('payloads').select('hash').execute()).toHaveLength(2)
  })

  test('is not sent when the payload has been pruned', async () => {
    const market = await Market.open()
    const seen: (Conditions | undefined)[] = []
    await market.collect(nse, at('01'), tagged('[]', '"1"', seen))
    await market.db.deleteFrom('payloads').execute()
    await market.collect(nse, at('02'), tagged('[]', '"1"', seen))
    expect(seen).toEqual([undefined, undefined])
    expect(await market.db.selectFrom('payloads').select('hash').execute()).toHaveLength(1)
  })

  test('is not sent after an answer that could not be read', async () => {
    const market = await Market.open()
    const seen: (Conditions | undefined)[] = []
    await market.collect(nse, at('01'), tagged('<html>', '"1"', seen))
    await market.collect(nse, at('02'), tagged('[]', '"1"', seen))
    expect(seen).toEqual([undefined, undefined])
  })

  test('is not sent for another address', async () => {
    const market = await Market.open()
    const seen: (Conditions | undefined)[] = []
    await market.collect(nse, at('01'), tagged('[]', '"1"', seen))
    const moved = plainSource('nse-issues', 'nse', {
      plan: () => [{ document: 'list', url: 'https://elsewhere.example/list', expects: 'json' }],
    })
    await market.collect(moved, at('02'), tagged('[]', '"1"', seen))
    expect(seen).toEqual([undefined, undefined])
  })

  test('"not modified" in answer to an unconditional one is a fault', async () => {
    const market = await Market.open()
    const report = await market.collect(nse, at('01'), async () => ({ kind: 'unchanged' }))
    expect(report).toMatchObject({ outcome: 'failed', fault: 'changed' })
  })
})

describe('an unchanged page', () => {
  const START = msOf(at('01'))
  const hoursIn = (hours: number, minutes = 0) => instantFromMs(START + hours * 3_600_000 + minutes * 60_000)
  const page = [quote(500, '2026-03-01')]

  async function known(): Promise<Market> {
    const market = await Market.open()
    await market.collectPage(nse, hoursIn(-1), [terms()])
    await market.collectPage(tracker, hoursIn(0), page)
    return market
  }

  test('is accepted for 3 days', async () => {
    const market = await known()
    await market.collectPage(tracker, hoursIn(72), page)
    expect(await market.rules()).toEqual([])
  })

  test('gives no facts after that, and one refusal reports it', async () => {
    const market = await known()
    expect(await market.collectPage(tracker, hoursIn(72, 1), page)).toMatchObject({
      taken: 0,
      known: 0,
      refused: 1,
    })
    await market.collectPage(tracker, hoursIn(80), page)
    expect(await market.refusals()).toMatchObject([
      { rule: 'frozen-page', times: 2, raw: `list since ${hoursIn(0)}` },
    ])
  })

  test('is accepted again once it changes', async () => {
    const market = await known()
    await market.collectPage(tracker, hoursIn(80), page)
    const moved = [quote(600, '2026-03-04')]
    expect(await market.collectPage(tracker, hoursIn(81), moved)).toMatchObject({ taken: 1, refused: 0 })
  })

  test('is counted from its last change', async () => {
    const market = await known()
    await market.collectPage(tracker, hoursIn(40), [quote(600, '2026-03-02')])
    await market.collectPage(tracker, hoursIn(41), page)
    expect(await market.collectPage(tracker, hoursIn(100), page)).toMatchObject({ refused: 0 })
    expect(await market.collectPage(tracker, hoursIn(114), page)).toMatchObject({ refused: 1 })
  })

  test('is not considered changed by an answer that could not be read', async () => {
    const market = await known()
    await market.collect(tracker, hoursIn(40), async () => fresh('<html>'))
    expect(await market.collectPage(tracker, hoursIn(80), page)).toMatchObject({ refused: 1 })
  })

  test('is accepted where its quotes have their own time stamps', async () => {
    const market = await known()
    const stamped = [quote(500, '2026-03-01', { reportedAt: hoursIn(-0.5) })]
    for (const hours of [1, 80]) await market.collectPage(tracker, hoursIn(hours), stamped)
    expect(await market.rules()).toEqual([])
  })

  test('does not matter in a list of issues, which is unchanged for days', async () => {
    const market = await Market.open()
    for (const hours of [0, 80]) await market.collectPage(bse, hoursIn(hours), [terms()])
    expect(await market.rules()).toEqual([])
  })
})
