import { tlsAdvice } from './tls-advice.ts'

/** What to do, by the error code of the engine. PostgreSQL's codes have five characters. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [
    /^SQLITE_(READONLY|PERM|AUTH|CANTOPEN)/,
    'check DATABASE_URL, and whether Greymark may write the file and its folder',
  ],
  [
    /^SQLITE_(BUSY|LOCKED)|^(55P03|57014|40001|40P01)$/,
    'another process is writing, such as a large import: try again',
  ],
  [/^SQLITE_(NOTADB|CORRUPT)/, 'check DATABASE_URL, or restore a backup'],
  [/^SQLITE_(FULL|IOERR)/, 'free space on the disk, then try again; nothing was changed'],
  [/^SQLITE_/, 'check DATABASE_URL and the disk'],
  [/^28/, 'check the user and password in DATABASE_URL, and pg_hba.conf of the server'],
  [/^3D000$/, 'create the database, or check its name in DATABASE_URL'],
  [/^25006$/, 'DATABASE_URL must be the primary; a replica belongs in DATABASE_READ_URL'],
  [/^42501$/, '"greymark doctor" names the missing privilege and who can grant it'],
  [/^53300$/, 'raise max_connections of the server, or run fewer processes'],
  [/^53|^58|^XX/, "see the server's log and its disk"],
  [/^57P/, 'the server is starting or stopping: try again'],
]
const NOT_REACHED = 'check the address in DATABASE_URL, and whether PostgreSQL runs there'

/** Describes an error of the store and what to do about it. */
export function storeErrorText(error: Error): string {
  // For a host with several addresses each attempt has its own error, and the aggregate has no message.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const { code = '' } = first as NodeJS.ErrnoException
  const [, advice = tlsAdvice(first) ?? NOT_REACHED] = ADVICE.find(([known]) => known.test(code)) ?? []
  return `${first.message}; ${advice}`
}
