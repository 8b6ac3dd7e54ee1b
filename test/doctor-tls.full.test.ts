import { chmodSync, chownSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CheckedFinding as Finding } from '../src/cli/doctor/finding.ts'
import { runHere } from './support/command-line.ts'
import { newFolder, type PostgresServer, runner, startPostgres } from './support/postgres/server.ts'

/**
 * Valid from 2020 to 2120, except `expired.pem`; each of the others also contains its key. `right-host.pem` is only for
 * 127.0.0.1, signed by `authority.pem`.
 */
const CERTIFICATES = fileURLToPath(new URL('support/postgres/certificates', import.meta.url))
const AUTHORITY = join(CERTIFICATES, 'authority.pem')

/** The first finding about the database at an address. */
async function foundAt(url: string): Promise<Finding | undefined> {
  const env = { PORT: '0', METRICS: 'off', DATABASE_URL: url }
  const { stdout } = await runHere(['doctor', '--json'], { env, now: () => new Date().toISOString() })
  return JSON.parse(stdout).findings.find(({ check }: Finding) => check === 'database')
}

/** A server with a certificate. Only the server may be able to read the key in it. */
async function startWith(certificate: string): Promise<PostgresServer> {
  const folder = newFolder()
  const own = join(folder, 'server.pem')
  copyFileSync(join(CERTIFICATES, certificate), own)
  chmodSync(own, 0o600)
  const { uid, gid } = runner()
  if (uid !== undefined && gid !== undefined) chownSync(own, uid, gid)
  const server = await startPostgres({ ssl: 'on', ssl_cert_file: own, ssl_key_file: own })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe('a PostgreSQL with TLS', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startWith('right-host.pem')
  })
  afterAll(() => server.stop())

  const at = (parameters: string) => `${server.url('postgres')}?${parameters}`

  test.each(['sslmode=verify-full', 'sslmode=require', 'sslmode=verify-ca', 'ssl=true'])(
    '%s and an unknown authority: reports the certificate, and no firewall',
    async (parameters) => {
      expect(await foundAt(at(parameters))).toMatchObject({
        level: 'FAIL',
        found: expect.stringMatching(/gets no encrypted connection: unable to verify the first certificate/),
        todo: expect.stringMatching(/sslrootcert=FILE/),
      })
    },
  )

  test.each([
    `sslmode=verify-full&sslrootcert=${AUTHORITY}`,
    `sslmode=require&sslrootcert=${AUTHORITY}`,
    `sslrootcert=${AUTHORITY}`,
    'sslmode=no-verify',
    'sslmode=disable',
    'uselibpqcompat=true&sslmode=require',
  ])('%s connects, without a warning of the driver', async (parameters) => {
    const warnings: Error[] = []
    const keep = (warning: Error) => void warnings.push(warning)
    process.on('warning', keep)
    onTestFinished(() => void process.off('warning', keep))
    expect(await foundAt(at(parameters))).toMatchObject({
      found: expect.stringMatching(/holds no store yet$/),
    })
    expect(warnings).toEqual([])
  })

  test('reports a host that the certificate does not name', async () => {
    const url = at(`sslmode=verify-full&sslrootcert=${AUTHORITY}`).replace('@127.0.0.1', '@localhost')
    expect(await foundAt(url)).toMatchObject({
      found: expect.stringMatching(/does not match certificate's altnames/),
      todo: expect.stringMatching(/^use a host that the server's certificate names/),
    })
  })

  test.each([
    ['is not there', `sslrootcert=${CERTIFICATES}/nowhere.pem`],
    ['is a folder', `sslrootcert=${CERTIFICATES}`],
    ['has the key of another', `sslcert=${AUTHORITY}&sslkey=${CERTIFICATES}/expired.pem&sslmode=no-verify`],
  ])('reports a file of ours that %s', async (_name, parameters) => {
    expect(await foundAt(at(parameters))).toMatchObject({
      level: 'FAIL',
      todo: expect.stringMatching(/^correct sslrootcert, sslcert or sslkey/),
    })
  })

  test('reports an expired certificate', async () => {
    const other = await startWith('expired.pem')
    onTestFinished(() => other.stop())
    const url = `${other.url('postgres')}?sslmode=verify-full&sslrootcert=${AUTHORITY}`
    expect(await foundAt(url)).toMatchObject({
      found: expect.stringMatching(/certificate has expired/),
      todo: expect.stringMatching(/^renew the server's certificate/),
    })
  })

  test('reports a server that requires encryption', async () => {
    const other = await startWith('right-host.pem')
    onTestFinished(() => other.stop())
    writeFileSync(join(other.folder, 'files', 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
    await other.query('select pg_reload_conf()')
    const refused = {
      found: expect.stringMatching(/, no encryption$/),
      todo: expect.stringMatching(/with encryption only/),
    }
    await expect.poll(() => foundAt(other.url('postgres'))).toMatchObject(refused)
  })
})

test('a PostgreSQL without TLS', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  expect(await foundAt(`${server.url('postgres')}?sslmode=verify-full`)).toMatchObject({
    level: 'FAIL',
    found: expect.stringMatching(
      /gets no encrypted connection: The server does not support SSL connections$/,
    ),
    todo: expect.stringMatching(/^turn ssl on/),
  })
})
