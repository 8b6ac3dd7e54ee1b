import { expect, test } from 'vitest'
import { storeErrorText } from './store-error-text.ts'

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), code && { code })

test.each([
  ['SQLITE_CANTOPEN', 'unable to open database file', /may write the file and its folder$/],
  ['SQLITE_BUSY', 'database is locked', /another process is writing.*try again$/],
  ['SQLITE_CORRUPT', 'database disk image is malformed', /restore a backup$/],
  ['SQLITE_FULL', 'database or disk is full', /free space on the disk/],
  ['SQLITE_IOERR_WRITE', 'disk I/O error', /free space on the disk/],
  ['55P03', 'canceling statement due to lock timeout', /another process is writing.*try again$/],
  ['28P01', 'password authentication failed for user "greymark"', /check the user and password/],
  ['3D000', 'database "greymark" does not exist', /create the database/],
  ['25006', 'cannot execute UPDATE in a read-only transaction', /must be the primary/],
  ['42501', 'permission denied for schema public', /"greymark doctor" names the missing privilege/],
  ['53300', 'sorry, too many clients already', /max_connections/],
  ['57P03', 'the database system is starting up', /try again$/],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', /whether PostgreSQL runs there$/],
  [undefined, 'Connection terminated unexpectedly', /whether PostgreSQL runs there$/],
])('%s: what the engine says, and what to do', (code, message, words) => {
  expect(storeErrorText(failure(message, code))).toMatch(words)
  expect(storeErrorText(failure(message, code)).startsWith(`${message}; `)).toBe(true)
})

test('a host with two addresses, neither of which answers', () => {
  const attempts = ['::1', '127.0.0.1'].map((address) =>
    failure(`connect ECONNREFUSED ${address}:5432`, 'ECONNREFUSED'),
  )
  expect(storeErrorText(new AggregateError(attempts))).toMatch(
    /^connect ECONNREFUSED ::1:5432; check the address/,
  )
})
