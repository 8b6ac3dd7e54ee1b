import { pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

type Container = Record<string, unknown> | unknown[]

/** Puts a hostile value somewhere in a JSON document; other text is returned unchanged. */
export function mutateJson(text: string, random: Random): string {
  if (random() < 0.15) return withHostileKey(text, random)
  const root = parsed(text)
  if (root === undefined) return text
  const containers = containersIn(root)
  if (containers.length === 0) return JSON.stringify(hostileValue(random))
  change(pick(random, containers), random)
  return JSON.stringify(root)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
