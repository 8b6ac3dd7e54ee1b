import type { BadRow, Entry, Observation } from '../source.ts'

/** How the text of a cell becomes a value, and the message when it does not. */
export interface CellRule<T> {
  /** The name of the fault, such as `open-day`. */
  readonly rule: string
  /** For people: `a day such as 21/08/2026`. */
  readonly expected: string
  /** `null` when the text is no such value. */
  readonly from: (text: string) => T | null
}

/** Thrown while a row is parsed, when a cell is invalid; `parseRow` turns it into an entry. */
export class BadCell extends Error {
  override readonly name = 'BadCell'
  readonly rule: string

  constructor(rule: string, reason: string) {
    super(reason)
    this.rule = rule
  }
}

/** The value of a required cell. */
export function cellOf<T>(column: string, text: string | null, { rule, expected, from }: CellRule<T>): T {
  const value = text === null ? null : from(text)
  if (value !== null) return value
  throw new BadCell(rule, `${column} is ${text === null ? 'empty' : `"${text}"`}, ${expected} was expected`)
}

/** The value of a cell that may be empty. */
export const cellIfPrinted = <T>(column: string, text: string | null, rule: CellRule<T>): T | null =>
  text === null ? null : cellOf(column, text, rule)

/**
 * Parses an optional part of a row: when it is invalid, the fault is reported and the part is `null`. With `raw`, the
 * text of the part alone, the fault keeps its identity when other cells of the row change.
 */
export type OptionalPart = <T>(read: () => T, raw?: string) => T | null

/** The observations in a row, and its faults. A bad cell that is not optional invalidates its whole row. */
export function parseRow(
  row: number,
  raw: string,
  observe: (optionalPart: OptionalPart) => readonly Observation[],
): Entry[] {
  const faults: BadRow[] = []
  const optionalPart: OptionalPart = (read, part = raw) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      faults.push({ row, raw: part, rule: error.rule, reason: error.message })
      return null
    }
  }
  const observations = optionalPart(() => observe(optionalPart)) ?? []
  return [...observations.map((one) => ({ row, raw, said: one })), ...faults]
}
