import { redactedInput } from '../../without-secrets.ts'
import { sslModeFault } from './postgres-tls.ts'

const SQLITE = 'sqlite:'
/** A store in the memory of this process: for the demo, and for trying things out. */
export const IN_MEMORY = 'sqlite::memory:'

export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

const isSqlite = (url: string): boolean => url.startsWith(SQLITE)

export const sqlitePath = (url: string): string => url.slice(SQLITE.length)

/** The problem with a database address as text, or `undefined`. */
export function databaseUrlFault(url: string): string | undefined {
  if (url === IN_MEMORY)
    return `must name a file, such as sqlite:data/greymark.db: facts in memory are lost at the end`
  const isAddress = url.includes('://')
  if (isSqlite(url) && url.length > SQLITE.length && !isAddress) return undefined
  const parsed = isPostgres(url) ? URL.parse(url) : null
  const hasDatabase = parsed !== null && parsed.pathname.length > 1
  // An unencoded character in a password moves the rest of the password into the path or after it.
  if (hasDatabase && !parsed.pathname.includes('@') && parsed.hash === '') return sslModeFault(parsed)
  const hint = isSqlite(url)
    ? '; write the path right after sqlite: without //, as in sqlite:/var/lib/greymark/greymark.db'
    : isAddress
      ? '; write @ : / ? # % in a password as %40 %3A %2F %3F %23 %25'
      : ''
  return `must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, for example sqlite:data/greymark.db${hint}; got "${redactedInput(url)}"`
}
