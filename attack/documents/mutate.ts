import { gzipSync } from 'node:zlib'
import { chance, pick, type Random, shuffled, wholeBetween } from '../../src/demo/seeded.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { DocumentFormat } from './seeds.ts'

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

type Container = Record<string, unknown> | unknown[]

/** Puts a hostile value somewhere in a JSON document; other text is returned unchanged. */
function mutateJson(text: string, random: Random): string {
  if (random() < 0.15) return withHostileKey(text, random)
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return text
  }
  const containers = containersIn(root)
  if (containers.length === 0) return JSON.stringify(hostileValue(random))
  change(pick(random, containers), random)
  return JSON.stringify(root)
}

/** A duplicate key, or one that is special in JavaScript, which only JSON text can have. */
function withHostileKey(text: string, random: Random): string {
  const places = [...text.matchAll(/[{,](?=")/g)].map(({ index }) => index + 1)
  if (places.length === 0) return text
  const place = pick(random, places)
  const key = pick(random, ['__proto__', 'constructor', 'issuePrice', 'price', 'data', 'Table', 'gmp', 'msg'])
  const value = random() < 0.5 ? '{"price":-1,"isAdmin":true}' : JSON.stringify(hostileText(random))
  return `${text.slice(0, place)}"${key}":${value},${text.slice(place)}`
}

function containersIn(root: unknown): Container[] {
  const found: Container[] = []
  const open = [root]
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.keys(value).length > 0) found.push(value as Container)
    open.push(...Object.values(value))
  }
  return found
}

function change(container: Container, random: Random): void {
  const keys = Object.keys(container)
  const key = pick(random, keys)
  const target = container as Record<string, unknown>
  const kind = random()
  if (kind < 0.7) set(target, key, hostileValue(random))
  else if (kind < 0.8) {
    const other = pick(random, keys)
    const held = target[key]
    set(target, key, target[other])
    set(target, other, held)
  } else if (Array.isArray(container)) {
    if (kind < 0.9) container.splice(Number(key), 1)
    else container.splice(wholeBetween(random, 0, container.length), 0, container[Number(key)])
  } else if (kind < 0.9) Reflect.deleteProperty(target, key)
  else {
    set(target, hostileText(random), target[key])
    Reflect.deleteProperty(target, key)
  }
}

/** Sets an own property, even if the name is special in JavaScript. */
const set = (target: object, key: string, value: unknown): unknown =>
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })

const BY_FORMAT = { json: mutateJson, csv: mutateCsv, html: mutateHtml } as const

/** The body of a document after one to three mutations. */
export function mutated(format: DocumentFormat, body: string, random: Random): string {
  let now = body
  for (let i = wholeBetween(random, 1, 3); i > 0; i--)
    now = chance(random, 0.75) ? BY_FORMAT[format](now, random) : pick(random, ANY)(now, random)
  return now
}
