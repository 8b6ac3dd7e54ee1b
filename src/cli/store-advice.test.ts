import { expect, test } from 'vitest'
import { storeAdvice } from './store-advice.ts'

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), code && { code })

test.each([
  ['SQLITE_CANTOPEN', 'unable to open database file', /to write the file and its folder$/],
  ['SQLITE_BUSY', 'database is locked', /another process is writing/],
  ['SQLITE_CORRUPT', 'database disk image is malformed', /restore a backup/],
  ['SQLITE_FULL', 'database or disk is full', /free space/],
  ['SQLITE_IOERR_WRITE', 'disk I/O error', /free space/],
  ['55P03', 'canceling statement due to lock timeout', /another process is writing/],
  ['28P01', 'password authentication failed for user "greymark"', /the user and the password/],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption', /with encryption only/],
  ['3D000', 'database "greymark" does not exist', /create the database/],
  ['25006', 'cannot execute UPDATE in a read-only transaction', /must be the primary/],
  ['42501', 'permission denied for schema public', /"greymark doctor" names the missing privilege/],
  ['53300', 'sorry, too many clients already', /max_connections/],
  ['57P03', 'the database system is starting up', /try again$/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.invalid', /the host in DATABASE_URL/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /renew the server's certificate/],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', /check that the server runs/],
  [undefined, 'Connection terminated unexpectedly', /check that the server runs/],
])('%s: what to do', (code, message, words) => {
  expect(storeAdvice(failure(message, code))).toMatch(words)
})

test('a host with two addresses, neither of which answers, in another setting', () => {
  const attempts = ['::1', '127.0.0.1'].map((address) =>
    failure(`connect ECONNREFUSED ${address}:5432`, 'ECONNREFUSED'),
  )
  expect(storeAdvice(new AggregateError(attempts), 'DATABASE_READ_URL')).toMatch(/in DATABASE_READ_URL/)
})
