import type { Entry, Observation } from '../source.ts'

/** How the text of a cell becomes a value, and what is said when it does not. */
export interface CellRule<T> {
  /** The name of the fault, such as `open-day`. */
  readonly rule: string
  /** For people: `a day such as 21/08/2026`. */
  readonly expected: string
  /** `null` when the text is no such value. */
  readonly from: (text: string) => T | null
}

/** Thrown while a row is read, when it makes no sense; `hearRow` turns it into an entry. */
export class BadCell extends Error {
  override readonly name = 'BadCell'
  readonly rule: string

  constructor(rule: string, reason: string) {
    super(reason)
    this.rule = rule
  }
}

/** The value of a cell that a row cannot do without. */
export function cellOf<T>(column: string, text: string | null, { rule, expected, from }: CellRule<T>): T {
  const value = text === null ? null : from(text)
  if (value !== null) return value
  throw new BadCell(rule, `${column} is ${text === null ? 'empty' : `"${text}"`}, ${expected} was expected`)
}

/** The value of a cell that may be empty. */
export const cellIfPrinted = <T>(column: string, text: string | null, rule: CellRule<T>): T | null =>
  text === null ? null : cellOf(column, text, rule)

/** What a row says, or what is wrong with it. */
export function hearRow(row: number, raw: string, say: () => readonly Observation[]): Entry[] {
  try {
    return say().map((said) => ({ row, raw, said }))
  } catch (error) {
    if (error instanceof BadCell) return [{ row, raw, rule: error.rule, reason: error.message }]
    throw error
  }
}
