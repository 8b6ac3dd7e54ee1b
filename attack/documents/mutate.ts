import { gzipSync } from 'node:zlib'
import { chance, pick, type Random, shuffled, wholeBetween } from '../../src/demo/seeded.ts'
import { hostileText } from './hostile-values.ts'
import { mutateJson } from './mutate-json.ts'
import type { Seed } from './seeds.ts'

type Mutation = (text: string, random: Random) => string

const at = (text: string, random: Random): number => wholeBetween(random, 0, text.length)

const truncate: Mutation = (text, random) => text.slice(0, at(text, random))
const insert: Mutation = (text, random) => {
  const place = at(text, random)
  return `${text.slice(0, place)}${hostileText(random)}${text.slice(place)}`
}
const remove: Mutation = (text, random) => {
  const place = at(text, random)
  return text.slice(0, place) + text.slice(place + wholeBetween(random, 1, 40))
}
const flipBytes: Mutation = (text, random) => {
  const bytes = Buffer.from(text)
  for (let i = wholeBetween(random, 1, 8); i > 0 && bytes.length > 0; i--)
    bytes[wholeBetween(random, 0, bytes.length - 1)] = wholeBetween(random, 0, 255)
  return bytes.toString('utf8')
}
const ENCODINGS: readonly Mutation[] = [
  (text) => Buffer.from(text).toString('latin1'),
  (text) => Buffer.from(text, 'utf16le').toString('utf8'),
  (text) => gzipSync(text.slice(0, 2_000)).toString('utf8'),
  (text) => `\ufeff${text}`,
  (text) => `ï»¿${text}`,
  (text) => text + text,
  () => '',
]
const reencode: Mutation = (text, random) => pick(random, ENCODINGS)(text, random)

const ANY: readonly Mutation[] = [truncate, insert, remove, flipBytes, reencode]

/** Rows of cells, split naively. */
function mutateCsv(text: string, random: Random): string {
  const rows = text.split('\n').map((line) => line.split(','))
  const full = rows.map((row, index) => ({ row, index })).filter(({ row }) => row.length > 1)
  if (full.length === 0) return insert(text, random)
  const { row, index } = pick(random, full)
  const column = wholeBetween(random, 0, row.length - 1)
  const other = wholeBetween(random, 0, row.length - 1)
  const kinds: readonly (() => unknown)[] = [
    () => row.splice(column, 1, hostileText(random)),
    () => row.splice(column, 1, hostileText(random)),
    () => row.splice(column, 1, `"${hostileText(random)}"`),
    () => row.splice(column, 1),
    () => row.splice(column, 0, row[other] ?? ''),
    () => rows.splice(index, 0, [...row]),
    () => rows.splice(index, 1),
    () => rows.map((cells) => cells.splice(column, 1)),
    () => rows.map((cells) => cells.splice(column, 0, cells[other] ?? '')),
    () => ([row[column], row[other]] = [row[other] ?? '', row[column] ?? '']),
  ]
  pick(random, kinds)()
  return rows.map((cells) => cells.join(',')).join('\n')
}

/** Tags and the texts between them, alternately. */
function mutateHtml(text: string, random: Random): string {
  const parts = text.split(/(<[^<>]*>)/)
  const cells = parts.flatMap((part, index) => (index % 2 === 0 && part.trim() !== '' ? [index] : []))
  const tags = parts.flatMap((part, index) => (/^<\/?t[drh]/.test(part) ? [index] : []))
  const kind = random()
  if (kind < 0.6 && cells.length > 0) parts[pick(random, cells)] = hostileText(random)
  else if (kind < 0.75 && tags.length > 0) parts[pick(random, tags)] = ''
  else if (kind < 0.85 && tags.length > 0)
    parts[pick(random, tags)] += pick(
      random,
      tags.map((tag) => parts[tag] ?? ''),
    )
  else if (kind < 0.95) {
    const [a = 0, b = 0] = shuffled(random, cells)
    ;[parts[a], parts[b]] = [parts[b] ?? '', parts[a] ?? '']
  } else return text.replace(/="[^"]*"/, () => `="${hostileText(random)}"`)
  return parts.join('')
}

const BY_FORMAT = { json: mutateJson, csv: mutateCsv, html: mutateHtml } as const

/** The body of a document after one to three mutations. */
export function mutated({ answer, format }: Pick<Seed, 'answer' | 'format'>, random: Random): string {
  let body = answer.body
  for (let i = wholeBetween(random, 1, 3); i > 0; i--)
    body = chance(random, 0.75) ? BY_FORMAT[format](body, random) : pick(random, ANY)(body, random)
  return body
}
