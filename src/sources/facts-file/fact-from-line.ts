import { type Instant, parseInstant } from '../../market/calendar.ts'
import {
  FACTS,
  type Fact,
  type FactName,
  type Field,
  type PartialTerms,
  type ValueKind,
} from '../../market/facts/fact.ts'
import { TERM_KEYS, TERMS as TERM_TABLE } from '../../market/facts/term-table.ts'
import { paiseFromRupees } from '../../market/money.ts'

/** The keys and values of a line, or of a name in it, whose form has been checked. */
export type LineValues = Record<string, unknown>

interface Reading {
  readonly key: string
  /** Converts a value from the file's form to that of a fact. */
  readonly convert: (value: unknown) => unknown
  /** The value of a key that was left out. */
  readonly absent: unknown
}

export const momentOf = (text: string): Instant => parseInstant(text) ?? text

const inPaise = (value: unknown) => (typeof value === 'number' ? paiseFromRupees(value) : value)
const asMoment = (value: unknown) => (typeof value === 'string' ? momentOf(value) : value)
const asPrinted = (value: unknown) => value
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

const registrarName = (value: unknown) =>
  typeof value === 'object' && value !== null ? trimmed(Reflect.get(value, 'name')) : trimmed(value)
const eachTrimmed = (value: unknown) => (Array.isArray(value) ? value.map(trimmed) : value)

/** How values are converted that are not only trimmed. */
const CONVERSIONS: Readonly<Partial<Record<ValueKind, Reading['convert']>>> = {
  price: inPaise,
  amount: inPaise,
  moment: asMoment,
  registrar: registrarName,
  names: eachTrimmed,
}

// Computed once for each kind, since a file has millions of lines.
const READINGS: Readonly<Record<string, readonly Reading[]>> = {
  ipo: [
    { key: 'slug', convert: trimmed, absent: null },
    ...TERM_KEYS.map((key) => ({ key, convert: CONVERSIONS[TERM_TABLE[key].kind] ?? trimmed, absent: null })),
    { key: 'source', convert: trimmed, absent: null },
  ],
  ...Object.fromEntries(
    Object.entries(FACTS).map(([kind, fields]) => [
      kind,
      Object.entries<Field>(fields).map(([key, field]) => ({
        key,
        convert: key === 'printed' ? asPrinted : (CONVERSIONS[field.kind] ?? trimmed),
        absent: field.absent ?? null,
      })),
    ]),
  ),
}

const readingsOf = (kind: unknown): readonly Reading[] => READINGS[String(kind)] ?? []

export function factFromLine(values: LineValues): Fact {
  if (values.fact === 'retraction') return retractionFrom(values)
  if (values.fact === 'ipo') return ipoFrom(values)
  const fact: LineValues = { fact: values.fact }
  for (const { key, convert, absent } of readingsOf(values.fact)) {
    const value = values[key]
    fact[key] = value === undefined ? absent : convert(value)
  }
  return fact as unknown as Fact
}

/** A term that was left out is not reported; a null retracts it. */
function ipoFrom(values: LineValues): Fact {
  const said: LineValues = {}
  for (const { key, convert } of readingsOf('ipo').slice(1, -1))
    if (values[key] !== undefined) said[key] = convert(values[key])
  const [slug, source] = [String(values.slug), String(values.source).trim()]
  return { fact: 'ipo', slug, said: said as unknown as PartialTerms, source }
}

const retractionFrom = ({ of, reason, source }: LineValues): Fact => ({
  fact: 'retraction',
  of: nameFrom(of as LineValues),
  reason: String(reason),
  source: String(source),
})

/** `printed` and `url` are where a fact was read, not its content, so they are not part of its name. */
function nameFrom({ fact, recordedAt, ...given }: LineValues): FactName {
  const named: LineValues = { fact }
  for (const { key, convert, absent } of readingsOf(fact)) {
    if (key === 'printed' || key === 'url') continue
    if (given[key] !== undefined) named[key] = convert(given[key])
    else if (absent !== null) named[key] = absent
  }
  if (recordedAt !== undefined) named.recordedAt = momentOf(String(recordedAt))
  return named as unknown as FactName
}
