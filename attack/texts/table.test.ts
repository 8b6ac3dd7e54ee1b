import { expect, test } from 'vitest'
import { functionsTakingText, outsideFunctions } from './find-functions.ts'
import { NOT_ATTACKED } from './not-attacked.ts'
import { TEXT_READERS } from './table.ts'

const found = outsideFunctions('.')
const listed = TEXT_READERS.map(({ of }) => of)

test('every function that receives external text is in the table or among the exceptions', () => {
  const missing = found.filter((name) => !listed.includes(name) && !NOT_ATTACKED.has(name))
  expect(missing).toEqual([])
})

test('the table and the exceptions name functions that exist, each once', () => {
  const named = [...listed, ...NOT_ATTACKED.keys()]
  expect(named.filter((name) => !found.includes(name))).toEqual([])
  expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([])
})

test.each([
  ['a function', 'export function read(text: string): number {', ['read']],
  [
    'one of several parameters',
    'export function read(\n  at: number,\n  text: string | null,\n): void {',
    ['read'],
  ],
  ['an asynchronous one', 'export async function read(body: Uint8Array) {', ['read']],
  ['a generator', 'export function* read(body: string) {', ['read']],
  ['one with types of its own', 'export function read<T extends object>(row: JsonObject): T {', ['read']],
  ['an arrow', 'export const read = (text: string): string =>\n  text', ['read']],
  ['an arrow with callbacks', 'export const read = (a: () => void, text: string) => text', ['read']],
  ['a document', 'export function read({ body }: DownloadedDocument): ParsedDocument {', ['read']],
  ['a rule for a cell', 'export const DAY: CellRule<Day> = {', ['DAY']],
  ['a rule by its parts', "export const DAY = cellRule('day', 'a day', dayFromIso)", ['DAY']],
  ['a parameter', 'export const since: Parameter<Position> = {', ['since']],
  ['no text', 'export function add(a: number, b: number): string {', []],
  ['not exported', 'function read(text: string) {', []],
  ['no function', 'export const LENGTH = (string as unknown).length', []],
])('%s is found as it should be', (_what, source, names) => {
  expect(functionsTakingText(source)).toEqual(names)
})
