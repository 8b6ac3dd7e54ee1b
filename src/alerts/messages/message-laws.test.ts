import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as events from '../../../test/support/alert-events.ts'
import { CATEGORIES } from '../../market/facts/fact.ts'
import type { AlertEvent, AlertIpo, HeldAlert, PlannedMessage } from '../alert.ts'
import { alertContent, type ContentOptions, noticeLines } from './alert-content.ts'
import { alertMessage, MAX_MESSAGE_TEXT } from './message.ts'

/** A name as an upstream may print it. */
const hostileName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom(
    'A\nB',
    'A\r\nGMP ₹9',
    '\u202eevil',
    '\u2028',
    '\0\u0007',
    'Ltd',
    'x'.repeat(5000),
    '\ud800',
  ),
)
const plainNames = fc.constantFrom('Acme Foods Limited', 'Bell Motors')
const dayOfNovember = fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`)
const rupees = fc.integer({ min: -5000, max: 50_000 }).map((n) => n / 100)
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

const quote = fc
  .record({
    lastGmp: rupees,
    lastGmpPct: orNull(rupees),
    lastGmpDay: dayOfNovember,
    lastGmpOwners: fc.integer({ min: 1, max: 6 }),
    gmpSpread: fc.integer({ min: 0, max: 90 }),
    gmpDisputed: fc.boolean(),
  })
  .map((one): Partial<AlertIpo> => one)
const noQuote = { lastGmp: null, lastGmpPct: null, lastGmpDay: null, lastGmpOwners: 0, gmpSpread: null }

const iposNamed = (names: fc.Arbitrary<string>): fc.Arbitrary<AlertIpo> =>
  fc
    .record({
      base: fc.constantFrom(events.alertIpo(), events.listedIpo()),
      name: names,
      board: fc.constantFrom('MAINBOARD', 'SME'),
      quoted: fc.oneof(quote, fc.constant(noQuote)),
      similar: orNull(fc.constant(events.similarIposWith())),
      registrar: orNull(names.map((name) => ({ name, allotmentUrl: null }))),
      minAmount: orNull(fc.integer({ min: 1000, max: 300_000 })),
      lastSubX: orNull(fc.integer({ min: 0, max: 90_000 }).map((n) => n / 100)),
      issuePrice: orNull(fc.constant(100)),
    })
    .map(
      ({ base, quoted, similar, ...more }) =>
        ({ ...base, ...more, ...quoted, similar: similar ?? null }) as AlertIpo,
    )

const eventsNamed = (names: fc.Arbitrary<string>): fc.Arbitrary<AlertEvent> => {
  const ipo = iposNamed(names)
  const several = fc.array(ipo, { maxLength: 12 })
  const cause = fc
    .record({
      by: fc.constantFrom('clock', 'sources', 'operator', 'retraction', 'joining'),
      kind: fc.constantFrom('withdrawal', 'removal', 'dates'),
      old: fc.constant({ openDate: '2026-11-13T00:00:00.000Z', lastGmp: 30 }),
      new: orNull(fc.constant({ openDate: '2026-11-17T00:00:00.000Z', upiCutoffAt: null })),
    } as const)
    .map((more) => events.alertCause(more))
  const days = fc.constantFrom('opens', 'closes', 'allotment', 'listsTomorrow')
  const lists = fc.constantFrom('listed', 'new', 'datesMoved', 'withdrawn', 'returned')
  return fc.oneof(
    fc
      .tuple(days, ipo, dayOfNovember, fc.boolean())
      .map(([on, of, day, announced]) => events.dayEvent(on, of, { day, announced })),
    fc
      .tuple(ipo, dayOfNovember, fc.boolean())
      .map(([of, day, announced]) => events.lockInEvent(of, { day, announced }, { date: day })),
    fc.tuple(lists, ipo, cause).map(([on, of, by]) => events.listEvent(on, of, by)),
    fc
      .record({
        unit: fc.constantFrom('percent', 'rupees'),
        level: rupees,
        direction: fc.constantFrom('up', 'down'),
        was: orNull(rupees),
        cause,
      })
      .chain((own) => ipo.filter(({ lastGmp }) => lastGmp !== null).map((of) => events.gmpEvent(of, own))),
    fc
      .tuple(fc.constantFrom('begins', 'ends'), ipo, cause)
      .map(([way, of, by]) => events.disputeEvent(way, of, { cause: by })),
    fc
      .tuple(ipo, fc.constantFrom(...CATEGORIES))
      .map(([of, category]) => events.subscriptionEvent(of, { category })),
    fc
      .tuple(names, names, names)
      .map(([symbol, securityName, clientName]) => events.dealEvent({ symbol, securityName, clientName })),
    fc
      .record({ opens: several, closes: several, allotment: several, lists: several, results: several })
      .map((own) => events.digestEvent(own)),
    fc.tuple(ipo, names, cause).map(([of, name, by]) =>
      events.correctionEvent(of, {
        figures: [
          { field: 'lastGmp', stated: 45, now: of.lastGmp },
          { field: 'name', stated: name, now: of.name },
          { field: 'industry', stated: null, now: name },
        ],
        cause: by,
      }),
    ),
  )
}

const options = fc.record({
  at: fc.constantFrom(events.ALERT_AT, '2026-11-17T18:29:59.999Z', '2027-01-01T00:00:00.000Z'),
  publicUrl: fc.constantFrom('', 'https://ipo.example', 'https://ipo.example/a/longer/path'),
  isDemo: fc.boolean(),
})
/** The plan of a message about these events. */
const plannedOf = (
  of: readonly AlertEvent[],
  why: PlannedMessage<unknown>['why'],
  given: ContentOptions,
): PlannedMessage<HeldAlert> => ({
  ...{ createdAt: given.at, why, heldBy: null, isLastOfDay: false },
  alerts: of.map((event, i) => ({
    ...{ key: String(i), rule: 'r', event: event.on, at: given.at },
    content: alertContent(event, given),
  })),
})
const NOT_PLAIN = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u
const FACTS = { numRuns: 400 }

describe('whatever upstreams print as names', () => {
  test('one alert is short plain text', () => {
    fc.assert(
      fc.property(eventsNamed(hostileName), options, (event, given) => {
        const content = alertContent(event, given)
        const { title, text } = alertMessage('family', plannedOf([event], null, given), {
          ...given,
          away: null,
        })
        expect(title).not.toMatch(/\n/)
        expect(title.length).toBeLessThanOrEqual(500)
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_TEXT)
        for (const written of [title, text]) expect(written).not.toMatch(NOT_PLAIN)
        for (const line of content.lines) expect(line).not.toMatch(/\n/)
        expect(content.lines.length).toBeLessThanOrEqual(43)
      }),
      FACTS,
    )
  })

  test('several alerts are short plain text too', () => {
    const parts = fc.array(eventsNamed(hostileName), { minLength: 2, maxLength: 30 })
    const why = fc.constantFrom('several', 'held', 'missed')
    fc.assert(
      fc.property(parts, why, options, fc.boolean(), (of, reason, given, isNoted) => {
        const planned = { ...plannedOf(of, reason, given), isLastOfDay: isNoted }
        const away = { from: '2026-11-01T00:00:00.000Z', to: '2027-02-01T00:00:00.000Z' }
        const { title, text, body } = alertMessage('family', planned, { ...given, away })
        expect(title.startsWith('DEMO: ')).toBe(given.isDemo)
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_TEXT)
        expect(text).not.toMatch(NOT_PLAIN)
        expect(text.endsWith('further alerts come tomorrow.')).toBe(isNoted)
        expect(body.count).toBe(of.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('whatever is known of an IPO', () => {
  const law = (check: (event: AlertEvent, words: string[], isDemo: boolean) => void) =>
    fc.assert(
      fc.property(eventsNamed(plainNames), options, (event, given) => {
        const { mark, title, lines, statesGmp } = alertContent(event, given)
        const words = [`${mark}${title}`, ...lines, ...noticeLines(statesGmp, given.isDemo)]
        check(event, words, given.isDemo)
      }),
      FACTS,
    )

  test('a GMP has its day and its sources, and the text names it as unofficial', () => {
    law((_event, words) => {
      const quoted = words.filter((line) => /GMP\b.*₹/.test(line) && !/not known now/.test(line))
      for (const line of quoted)
        expect(line).toMatch(/ on \d{1,2} [A-Z][a-z]{2}\b.*, (median of )?\d sources?\b/)
      if (quoted.length > 0) expect(words).toContain('GMP is unofficial.')
    })
  })

  test('sources that disagree are named with every GMP', () => {
    law((event, words) => {
      if (!('ipo' in event) || !event.ipo.gmpDisputed) return
      const quoted = words.filter(
        (line) => /GMP\b.*₹/.test(line) && !/bidding closed|not known now/.test(line),
      )
      for (const line of quoted) expect(line).toContain('which disagree')
    })
  })

  test('every amount in rupees is one that was reported: none is computed from a GMP', () => {
    law((event, words) => {
      if (!('ipo' in event)) return
      const { ipo } = event
      const reported = [
        ...[ipo.lastGmp, ipo.gmpSpread, ipo.minAmount, ipo.priceMin, ipo.priceMax, ipo.issuePrice],
        ...[ipo.gmpAtClose?.gmp, ipo.listing?.listingPrice],
        ...(event.on === 'gmp' ? [event.level, event.was] : []),
        ...(event.on === 'correction' ? [45] : []),
      ].map((value) => Math.abs(value ?? 0))
      const amounts = [...words.join('\n').matchAll(/₹([\d,]+(?:\.\d+)?)/g)]
      for (const [, amount = ''] of amounts) expect(reported).toContain(Number(amount.replaceAll(',', '')))
    })
  })

  test('the demo is named at both ends, and nothing else is', () => {
    law((_event, words, isDemo) => {
      expect(words[0]?.startsWith('DEMO: ')).toBe(isDemo)
      expect(words.slice(1).some((line) => line.startsWith('DEMO: '))).toBe(isDemo)
    })
  })

  test('no line is an exclamation', () => {
    law((_event, words) => expect(words.join('')).not.toMatch(/!|\p{Extended_Pictographic}/u))
  })
})
