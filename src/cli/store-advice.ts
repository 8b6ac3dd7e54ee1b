import { type TlsFault, tlsFaultOf } from '../store/engines/postgres-tls.ts'

export const RIGHTS = 'allow the user that Greymark runs as to write the file and its folder'
export const RESTORE = 'stop Greymark, and restore a backup with "greymark restore FILE --replace"'
export const FREE_SPACE =
  'free space on the disk, or move the store to a larger one; with a smaller RAW_ANSWERS_DAYS it grows less'

/** What to do, by the error code of the engine or the operating system. PostgreSQL's codes have five characters. */
const BY_CODE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^SQLITE_(READONLY|PERM|AUTH|CANTOPEN)/, `check DATABASE_URL, and ${RIGHTS}`],
  [
    /^SQLITE_(BUSY|LOCKED)|^(55P03|57014|40001|40P01)$/,
    'another process is writing, such as a large import: try again',
  ],
  [/^SQLITE_(NOTADB|CORRUPT)/, `check DATABASE_URL; if it is right, ${RESTORE}`],
  [/^SQLITE_(FULL|IOERR)/, FREE_SPACE],
  [/^SQLITE_/, 'check DATABASE_URL and the disk'],
  [/^28/, "check the user and the password in DATABASE_URL, and the server's pg_hba.conf"],
  [/^3D/, 'create the database, or correct its name in DATABASE_URL'],
  [/^25006$/, 'DATABASE_URL must be the primary; a replica belongs in DATABASE_READ_URL'],
  [/^42501$/, '"greymark doctor" names the missing privilege and who can grant it'],
  [/^53300$/, 'raise max_connections of the server, or run fewer processes'],
  [/^53|^58|^XX/, "see the server's log and its disk"],
  [/^57P/, 'the server is starting or stopping: try again'],
  [/^(ENOTFOUND|EAI_)/, 'correct the host in DATABASE_URL, or check the name service'],
]
const UNREACHABLE =
  'check that the server runs, the host and the port in DATABASE_URL, and any firewall in between'

const BY_TLS_FAULT: Readonly<Record<TlsFault, string>> = {
  untrusted:
    "name the certificate of the authority that signed the server's: add sslmode=verify-full&sslrootcert=FILE to the address; sslmode=no-verify encrypts without checking who answers",
  'not-valid-now':
    "renew the server's certificate and reload the server; also check the clock of this machine",
  'other-host':
    "use a host that the server's certificate names in the address, or have the certificate issued for this host",
  'not-offered':
    'turn ssl on in postgresql.conf of the server, or use sslmode=disable if the network between them is trusted',
  'own-file': 'correct sslrootcert, sslcert or sslkey in the address: PEM files that Greymark may read',
  handshake: "see the server's log for why no encrypted connection was established",
}
/** For errors of pg_hba.conf that end with "no encryption": the connection may be allowed with it. */
const ONLY_ENCRYPTED =
  "the server lets this user in with encryption only, or not at all: add sslmode=verify-full to the address (and sslrootcert=FILE for an authority of your own), or change the server's pg_hba.conf"

/** A host with several addresses has an error for each attempt, and the aggregate has no message. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

/** What to do about a failed encrypted connection; `undefined` for any other error. */
export function tlsAdvice(error: unknown): string | undefined {
  const first = firstOf(error)
  const fault = tlsFaultOf(first)
  if (fault) return BY_TLS_FAULT[fault]
  return first instanceof Error && first.message.endsWith(', no encryption') ? ONLY_ENCRYPTED : undefined
}

/** What to do about an error of the store that `setting` names. */
export function storeAdvice(error: unknown, setting = 'DATABASE_URL'): string {
  const { code = '' } = Object(firstOf(error))
  const [, advice = UNREACHABLE] = BY_CODE.find(([known]) => known.test(code)) ?? []
  return tlsAdvice(error) ?? advice.replace('DATABASE_URL', setting)
}
