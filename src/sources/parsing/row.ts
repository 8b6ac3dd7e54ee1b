import type { BadRow, Entry, Observation } from '../source.ts'

/** How the text of a cell becomes a value, and what is said when it does not. */
export interface CellRule<T> {
  /** The name of the fault, such as `open-day`. */
  readonly rule: string
  /** For people: `a day such as 21/08/2026`. */
  readonly expected: string
  /** `null` when the text is no such value. */
  readonly from: (text: string) => T | null
}

/** Thrown while a row is read, when it makes no sense; `parseRow` turns it into an entry. */
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

/**
 * Reads a part of a row that the rest can do without: when it makes no sense, that is told and the part is `null`. Its own
 * text may be given, so that the same fault is known again when other cells of the row have changed.
 */
export type Spare = <T>(read: () => T, raw?: string) => T | null

/** What a row says, and what is wrong with it. A bad cell that is not spared is the end of its row. */
export function parseRow(row: number, raw: string, say: (spare: Spare) => readonly Observation[]): Entry[] {
  const faults: BadRow[] = []
  const spare: Spare = (read, part = raw) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      faults.push({ row, raw: part, rule: error.rule, reason: error.message })
      return null
    }
  }
  const said = spare(() => say(spare)) ?? []
  return [...said.map((one) => ({ row, raw, said: one })), ...faults]
}
