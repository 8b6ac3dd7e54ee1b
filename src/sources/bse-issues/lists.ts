import type { Board } from '../../market/facts/fact.ts'
import { rowsOfTable } from '../bse/bse-api.ts'
import { asRows, checkKeys, type JsonObject, readJson } from '../formats/json.ts'
import { type OptionalPart, parseRow } from '../parsing/row.ts'
import { onlyAboutKnown, rangeIn, withinRange } from '../past.ts'
import { type DownloadedDocument, type ParsedDocument, Unreadable } from '../source.ts'
import { BOARD_LAYOUT, boardTerms, isIpo, PAST_BOARD_LAYOUT } from './board-row.ts'
import { LISTED_LAYOUT, listedTerms } from './listed-row.ts'

const BOARD_OF_LIST: ReadonlyMap<string, Board> = new Map([
  ['listed/mainboard', 'MAINBOARD'],
  ['listed/sme', 'SME'],
])

/** Parses the boards of issues and the lists of listings. Either may contain rows of the other. */
export function readBseList({ document, body }: DownloadedDocument): ParsedDocument {
  const rows = rowsOfList(body)
  const board = BOARD_OF_LIST.get(document) ?? null
  const isListed = (row: JsonObject) => 'CompanyName' in row || (board !== null && !('Scrip_Name' in row))
  const onBoard = rows.filter((row) => !isListed(row))
  const unknownColumns = [
    ...checkKeys(onBoard, BOARD_LAYOUT),
    ...checkKeys(rows.filter(isListed), LISTED_LAYOUT),
  ]
  const termsOf = (row: JsonObject, optionalPart: OptionalPart) => {
    if (isListed(row)) return listedTerms(row, board, optionalPart)
    return isIpo(row) ? boardTerms(row, optionalPart) : []
  }
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), (optionalPart) => termsOf(row, optionalPart)),
  )
  return { entries, rows: rows.length, unknownColumns }
}

/** The IPOs of a board, which have their own pages. */
export const iposOf = (body: string): readonly JsonObject[] => rowsOfList(body).filter(isIpo)

function rowsOfList(body: string): readonly JsonObject[] {
  const value = readJson(body)
  return Array.isArray(value) ? asRows(value, 'the answer') : rowsOfTable(value)
}

/** Parses the list of all issues since 2002: those of the range that the document names. */
export function readPastIssues({ document, body }: DownloadedDocument): ParsedDocument {
  const rows = rowsOfTable(readJson(body))
  const unknownColumns = checkKeys(rows, PAST_BOARD_LAYOUT)
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), (optionalPart) =>
      isIpo(row) ? boardTerms(row, optionalPart) : [],
    ),
  )
  return withinRange({ entries, rows: rows.length, unknownColumns }, rangeOf(document))
}

export const pastIposOf = (body: string): readonly JsonObject[] => rowsOfTable(readJson(body)).filter(isIpo)

/** Parses the listings of a range. Most listings of years are no issues, or only of the other exchange. */
export function readPastListings(answer: DownloadedDocument): ParsedDocument {
  const [, ...list] = answer.document.split('/').slice(0, 3)
  const listed = readBseList({ ...answer, document: list.join('/') })
  return onlyAboutKnown(withinRange(listed, rangeOf(answer.document)))
}

function rangeOf(document: string) {
  const range = rangeIn(document)
  if (range === null) throw new Unreadable(`${document} should name its first and its last day`)
  return range
}
