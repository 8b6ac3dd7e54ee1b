import { checkKeys, type JsonLayout, type JsonObject, textOf, textOfCells } from '../formats/json.ts'
import type { BadRow, Entry, Observation, ParsedDocument } from '../source.ts'

/** How the text of a cell becomes a value, and the message when it does not. */
export interface CellRule<T> {
  /** The name of the fault, such as `open-day`. */
  readonly rule: string
  /** For people: `a day such as 21/08/2026`. */
  readonly expected: string
  /** `null` when the text is no such value. */
  readonly from: (text: string) => T | null
}

export const cellRule = <T>(
  rule: string,
  expected: string,
  from: (text: string) => T | null,
): CellRule<T> => ({ rule, expected, from })

/** For a cell of which any text is a value. */
export const anyText = (text: string): string => text

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

interface RowContent {
  /** Counted from 1. */
  readonly row: number
  readonly raw: string
  /** The text of a cell by heading or key; `null` when it is empty or missing. */
  readonly text: (column: string) => string | null
  /** Why its cells may be under the wrong headings: then the row is refused. */
  readonly misfit?: string | null
  /**
   * The text of some cells and of those that name the row, so that a fault in them keeps its identity when other cells of
   * the row change. The whole row by default.
   */
  readonly rawOf?: (columns: readonly string[]) => string
}

/** A row while it is parsed, of a CSV, a page or JSON: its cells by heading or key, and the faults found so far. */
export class Row {
  readonly row: number
  readonly raw: string
  readonly text: RowContent['text']
  readonly misfit: string | null
  readonly faults: BadRow[] = []
  readonly #rawOf: (columns: readonly string[]) => string

  constructor({ row, raw, text, misfit = null, rawOf = () => raw }: RowContent) {
    this.row = row
    this.raw = raw
    this.text = text
    this.misfit = misfit
    this.#rawOf = rawOf
  }

  /** The value of a required cell; throws `BadCell`. */
  cell<T>(column: string, rule: CellRule<T>): T {
    return cellOf(column, this.text(column), rule)
  }

  /** The value of a cell that may be empty; throws `BadCell` when it is invalid. */
  cellIfPrinted<T>(column: string, rule: CellRule<T>): T | null {
    return cellIfPrinted(column, this.text(column), rule)
  }

  /** The value of a cell that the rest of the row does not depend on: `null` when it is empty, or invalid and reported. */
  optionalCell<T>(column: string, rule: CellRule<T>): T | null {
    return this.optional([column], () => this.cellIfPrinted(column, rule))
  }

  /** Parses cells that the rest of the row does not depend on: when one is invalid, it is reported and this is `null`. */
  optional<T>(columns: readonly string[], read: () => T): T | null {
    return this.attempt(read, this.#rawOf(columns))
  }

  /** Reports a fault without leaving the row out. */
  report(columns: readonly string[], rule: string, reason: string): void {
    this.faults.push({ row: this.row, raw: this.#rawOf(columns), rule, reason })
  }

  attempt<T>(read: () => T, raw: string): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      this.faults.push({ row: this.row, raw, rule: error.rule, reason: error.message })
      return null
    }
  }
}

/**
 * The observations in a row, and its faults. A bad cell that is not optional invalidates its whole row, and so do cells
 * that may be under the wrong headings.
 */
export function parseRow(
  row: Row,
  observe: (row: Row) => readonly Observation[],
  misfitRule = 'row-cells',
): Entry[] {
  const read = () => {
    if (row.misfit !== null) throw new BadCell(misfitRule, row.misfit)
    return observe(row)
  }
  const observations = row.attempt(read, row.raw) ?? []
  return [...observations.map((said) => ({ row: row.row, raw: row.raw, said })), ...row.faults]
}

/** An object of a JSON document, by key. Its faults are identified by the cells of `naming` and the bad ones. */
export const jsonRow = (cells: JsonObject, row: number, naming?: readonly string[]): Row =>
  new Row({
    row,
    raw: JSON.stringify(cells),
    text: (key) => textOf(cells, key),
    ...(naming && { rawOf: (keys) => textOfCells(cells, [...naming, ...keys]) }),
  })

/** Parses each object of a list. Throws when a required key is missing from all of them. */
export function readJsonRows(
  rows: readonly JsonObject[],
  layout: JsonLayout & { readonly naming?: readonly string[] },
  observe: (row: Row) => readonly Observation[],
): ParsedDocument {
  const unknownColumns = checkKeys(rows, layout)
  const entries = rows.flatMap((cells, index) => parseRow(jsonRow(cells, index + 1, layout.naming), observe))
  return { entries, rows: rows.length, unknownColumns }
}
