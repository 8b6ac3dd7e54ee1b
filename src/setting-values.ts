import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { redactedSetting } from './without-secrets.ts'

/** More would only share the same cores, each with its own memory and connections to the database. */
const MAX_WORKERS = 64

/** The number of serving processes. */
export function workers(text: string): number {
  if (text === 'auto') return Math.min(MAX_WORKERS, availableParallelism())
  if (/^[1-9]\d*$/.test(text) && Number(text) <= MAX_WORKERS) return Number(text)
  throw new Error(`must be auto or a whole number from 1 to ${MAX_WORKERS}; got "${redactedSetting(text)}"`)
}

/** The name of an introduction, or a text of the operator's own. A word alone may be a misspelt name. */
export function agent(text: string): string {
  if (/^(named|marked|plain|[!-~][ -~]*\/[ -~]*[!-~])?$/.test(text)) return text
  throw new Error(
    `must be named, marked, plain, or a name with a version such as Acme/1.0; got "${redactedSetting(text)}"`,
  )
}

/** Addresses and networks of proxies. */
export function proxies(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim())
  if (text === '') return []
  const wrong = parts.find((part) => !isNetwork(part))
  if (wrong === undefined) return parts
  throw new Error(
    `must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, separated by commas; got "${redactedSetting(wrong)}"`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // A prefix of 0 would trust every client's header, so that no client address would be reliable.
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
