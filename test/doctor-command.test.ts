import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { CheckedFinding as Finding } from '../src/cli/doctor/finding.ts'
import { Market, nse, quote, terms, tracker } from '../src/collect/collect-round.test-market.ts'
import { userAgent } from '../src/collect/download/introductions.ts'
import { UpstreamFault } from '../src/collect/download/upstream-fault.ts'
import { DAY_MS, type Instant, instantFromMs, msOf } from '../src/market/calendar.ts'
import { recordAlerts } from '../src/store/alerts/alert-progress.ts'
import { giveUpMessages, recordMessages } from '../src/store/alerts/outbox.ts'
import { storeTrial } from '../src/store/collection/host-access.ts'
import { openDb } from '../src/store/engines/db.ts'
import { migrate } from '../src/store/schema.ts'
import { sizeText } from '../src/texts/format.ts'
import { type Env, runHere } from './support/command-line.ts'
import { holiday, ipo } from './support/lines.ts'
import { NOT_ROOT, needs, ON_POSTGRES, ON_SQLITE, ONCE, skipWithout } from './support/needs.ts'
import { startOn, startPostgres } from './support/postgres/server.ts'
import { recordAll } from './support/record.ts'
import { startTestService } from './support/service.ts'
import { emptyStoreUrl, noStoreUrl, openStore, temporaryFolder } from './support/store.ts'

const onPostgres = inject('postgres') !== undefined
const realNow = () => new Date().toISOString()
/** Nothing listens, so that this machine does not affect the result. */
const NO_PORTS: Env = { PORT: '0', METRICS: 'off' }

async function examined(
  env: Env,
  now: () => Instant = realNow,
): Promise<{ code: number; findings: readonly Finding[]; text: string }> {
  const { code, stdout, stderr } = await runHere(['doctor', '--json'], { env: { ...NO_PORTS, ...env }, now })
  expect(stderr).toBe('')
  const { ok, findings } = JSON.parse(stdout)
  expect(code).toBe(ok ? 0 : 1)
  return { code, findings, text: stdout }
}

const failures = (findings: readonly Finding[]) => findings.filter(({ level }) => level === 'FAIL')
const of = (findings: readonly Finding[], check: string) => findings.filter((one) => one.check === check)

async function storeUrl(): Promise<string> {
  const url = await emptyStoreUrl()
  const db = openDb(url)
  await migrate(db)
  await recordAll(db, realNow(), [ipo('acorn-mills')])
  await db.destroy()
  return url
}

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('without a fault', () => {
  test('every check is reported, none fails, and the exit code is 0', async () => {
    const { code, findings } = await examined({ DATABASE_URL: await storeUrl() })
    expect(failures(findings)).toEqual([])
    expect(code).toBe(0)
    expect([...new Set(findings.map(({ check }) => check))]).toEqual([
      ...['settings', 'database', 'clock', 'disk', 'sources', 'issues', 'alerts', 'port'],
    ])
    const said = of(findings, 'database').map(({ found }) => found)
    expect(said[0]).toMatch(onPostgres ? /^PostgreSQL \d+.*, is a primary/ : /^SQLite 3\.\d+.*, writable$/)
    expect(said.at(-1)).toBe('schema of this release, market version 1')
  })

  test('printed minimums that contradict the rule are counted, and missing holidays are named', async () => {
    const url = await storeUrl()
    const db = openDb(url)
    const days = { openDate: '2031-03-04', closeDate: '2031-03-06' }
    await recordAll(db, realNow(), [
      ipo('birch-foods', { board: 'SME', minLots: 1, ...days }),
      ipo('cedar-tools', { board: 'SME', minLots: 2, ...days }),
    ])
    await db.destroy()
    const before = await examined({ DATABASE_URL: url })
    expect(of(before.findings, 'issues')).toMatchObject([
      { level: 'warn', found: '1 printed minimum of lots differs from the rule: birch-foods 1' },
      {
        level: 'warn',
        found: 'the holidays behind the expected days of 2 issues are not recorded: birch-foods, cedar-tools',
      },
    ])
    const again = openDb(url)
    await recordAll(again, realNow(), [
      holiday('2031-03-10'),
      holiday('2031-03-11', 'Bank Holiday', { segment: 'clearing' }),
      ipo('birch-foods', { board: 'SME', minLots: 2 }),
    ])
    await again.destroy()
    expect(of((await examined({ DATABASE_URL: url })).findings, 'issues')).toMatchObject([
      { level: 'ok', found: 'nothing contradicts the rules in 3 unlisted issues' },
    ])
  })

  test('people get one line per check, with advice below it', async () => {
    const env = { ...NO_PORTS, DATABASE_URL: await storeUrl(), COLLECT: 'on' }
    const { code, stdout } = await runHere(['doctor'], { env, now: realNow })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok {4}settings {2}can be read; set: DATABASE_URL, PORT, COLLECT, METRICS\n/)
    expect(stdout).toMatch(
      /\nwarn {2}sources {3}CONTACT is not set: .+\n {16}to do: set it to your web address/,
    )
    expect(stdout).toMatch(/\nno check fails, \d+ warnings\n$/)
  })

  test('an unknown option is a usage error', async () => {
    expect(await runHere(['doctor', '--frob'], { env: {}, now: realNow })).toMatchObject({
      code: 2,
      stdout: '',
    })
  })
})

describe('alerts', () => {
  const write = (content: unknown): string => {
    const path = join(temporaryFolder(), 'alerts.json')
    writeFileSync(path, JSON.stringify(content))
    return path
  }
  const CHANNELS = { family: { type: 'ntfy', topic: 'ipos-of-the-family' } }
  const RULES = [{ name: 'new IPOs', on: 'new', channels: ['family'] }]

  test('a valid file is described, and every problem of another is a failure', async () => {
    const url = await storeUrl()
    const right = write({ channels: CHANNELS, rules: RULES })
    expect(of((await examined({ DATABASE_URL: url, ALERTS: right })).findings, 'alerts')).toMatchObject([
      { level: 'ok', found: `${right} is valid: 1 rule, 1 channel, no digest` },
    ])
    const wrong = write({ channels: CHANNELS, rules: [{ ...RULES[0], on: 'newest', channels: [] }] })
    const { code, findings } = await examined({ DATABASE_URL: url, ALERTS: wrong })
    expect(code).toBe(1)
    expect(of(findings, 'alerts').map(({ level }) => level)).toEqual(['FAIL', 'FAIL'])
  })

  test.each([
    ['a minute ago', -1 / 60, undefined],
    ['two hours ago', -2, /^no alerts have been looked for since /],
    ['tomorrow', 24, /^alerts have reached .* none are sent until then$/],
  ])('alerts that have reached %s', async (_when, hours, found) => {
    const url = await storeUrl()
    const db = openDb(url)
    const moment = instantFromMs(msOf(realNow()) + hours * 3_600_000)
    await recordAlerts(db, { from: null, to: { version: 0, moment }, alerts: [], recorded: moment })
    await db.destroy()
    const ALERTS = write({ channels: CHANNELS, rules: RULES })
    const [, ...others] = of((await examined({ DATABASE_URL: url, ALERTS })).findings, 'alerts')
    expect(others).toMatchObject(found ? [{ level: 'warn', found: expect.stringMatching(found) }] : [])
  })

  test('messages that wait for long or were given up are counted by channel', async () => {
    const url = await storeUrl()
    const db = openDb(url)
    const ago = (hours: number) => instantFromMs(msOf(realNow()) - hours * 3_600_000)
    const message = (id: string, channel: string, created: Instant) => ({
      ...{ id, channel, created, title: 'a title', text: '', content: '{}', alerts: [] },
    })
    await recordMessages(db, [
      message('msg_1', 'family', ago(3)),
      message('msg_2', 'family', ago(2)),
      message('msg_3', 'group', ago(0.5)),
      message('msg_4', 'friends', ago(30)),
    ])
    await giveUpMessages(db, 'friends', { reason: 'HTTP 404', at: ago(5) })
    await db.destroy()
    expect(of((await examined({ DATABASE_URL: url })).findings, 'alerts')).toMatchObject([
      { level: 'warn', found: expect.stringMatching(/^2 messages wait for the channel family, since /) },
      { level: 'warn', found: '1 message to the channel friends was given up within the last day: HTTP 404' },
    ])
  })
})

describe('settings', () => {
  needs(ONCE)

  test('that are wrong are reported one by one, and the other checks still run', async () => {
    const { findings } = await examined({
      DATABASE_URL: 'nowhere',
      PORT: 'x',
      LOG_LEVEL: 'loud',
      METRICS: '127.0.0.1:0',
    })
    expect(of(findings, 'settings').map(({ level, found }) => [level, found.split(' must ')[0]])).toEqual([
      ['FAIL', 'DATABASE_URL'],
      ['FAIL', 'PORT'],
      ['FAIL', 'LOG_LEVEL'],
    ])
    expect(failures(findings)).toHaveLength(3)
    for (const check of ['clock', 'sources', 'port']) expect(of(findings, check)).not.toEqual([])
  })

  test.each<[string, Env, boolean]>([
    ['this machine', {}, false],
    ['other machines', { HOST: '0.0.0.0' }, true],
    ['a proxy', { TRUST_PROXY: '127.0.0.1' }, true],
    ['other machines at a known address', { HOST: '::', PUBLIC_URL: 'https://ipo.example' }, false],
  ])('that let %s reach the service: whether PUBLIC_URL is missed', async (_whom, env, isMissed) => {
    const { findings } = await examined({ DATABASE_URL: await noStoreUrl(), ...env })
    expect(of(findings, 'settings').slice(1)).toMatchObject(
      isMissed ? [{ level: 'warn', found: expect.stringMatching(/^PUBLIC_URL is not set/) }] : [],
    )
  })

  test('a replica of a SQLite file is a contradiction', async () => {
    const env = {
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'x.db')}`,
      DATABASE_READ_URL: 'postgres://127.0.0.1:1/x',
    }
    const { findings } = await examined(env)
    expect(of(findings, 'settings')).toContainEqual(
      expect.objectContaining({
        level: 'FAIL',
        found: expect.stringContaining('DATABASE_READ_URL names a replica'),
      }),
    )
  })
})

describe('the store', () => {
  test('that does not exist yet is reported, and none is created', async () => {
    const url = await noStoreUrl()
    const { code, findings } = await examined({ DATABASE_URL: url })
    expect(code).toBe(0)
    expect(of(findings, 'database')[0]).toMatchObject({
      level: 'warn',
      found: expect.stringMatching(/no store/),
    })
    expect(onPostgres ? [] : readdirSync(dirname(url.slice('sqlite:'.length)))).toEqual([])
    const { findings: again } = await examined({ DATABASE_URL: url })
    expect(again.map(({ level }) => level)).toEqual(findings.map(({ level }) => level))
  })

  test.each([
    [
      'a newer release',
      sql`insert into schema_migrations (name) values ('999-future')`,
      'FAIL',
      /written by a newer Greymark \(its schema has "999-future"\)/,
    ],
    [
      'an earlier build',
      sql`update schema_migrations set name = '010-pieces'`,
      'FAIL',
      /written by an earlier build.*greymark export FILE.*sent alerts do not come along/,
    ],
  ])('of %s is reported', async (_name, change, level, found) => {
    const url = await storeUrl()
    const db = openDb(url)
    await change.execute(db)
    await db.destroy()
    const { findings } = await examined({ DATABASE_URL: url })
    expect(of(findings, 'database').at(-1)).toMatchObject({ level, found: expect.stringMatching(found) })
  })
})

describe('a SQLite file', () => {
  needs(ON_SQLITE)

  const storePath = () => join(temporaryFolder(), 'greymark.db')
  async function foreign(path: string): Promise<void> {
    const db = openDb(`sqlite:${path}`)
    await sql`create table songs (name text)`.execute(db)
    await db.destroy()
  }

  test.each<[string, (path: string) => void | Promise<void>, RegExp, RegExp]>([
    [
      'that is none',
      (path) => writeFileSync(path, 'facts\n'.repeat(999)),
      /cannot be opened: file is not a database/,
      /greymark restore/,
    ],
    ['that is a folder', (path) => void mkdirSync(path), /is not a file/, /name a file/],
    ['of another program', foreign, /holds tables of another program/, /name another file/],
  ])('%s fails, with advice', async (_name, make, found, todo) => {
    const path = storePath()
    await make(path)
    const { findings } = await examined({ DATABASE_URL: `sqlite:${path}` })
    expect(failures(findings)).toEqual([
      {
        check: 'database',
        level: 'FAIL',
        found: expect.stringMatching(found),
        todo: expect.stringMatching(todo),
      },
    ])
  })

  test('with a damaged page fails', async () => {
    const url = await storeUrl()
    const path = url.slice('sqlite:'.length)
    const db = openDb(url)
    const { rows } = await sql<{
      rootpage: number
    }>`select rootpage from sqlite_master where name = 'deals'`.execute(db)
    await db.destroy()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, ((rows[0]?.rootpage ?? 0) - 1) * 4096, (rows[0]?.rootpage ?? 0) * 4096)
    writeFileSync(path, bytes)
    const { findings } = await examined({ DATABASE_URL: url })
    expect(failures(findings)[0]).toMatchObject({
      check: 'database',
      found: expect.stringMatching(/is damaged: /),
    })
  })

  test('on a full disk fails with advice on space first, and its sources are known', async () => {
    const url = await storeUrl()
    // A limit of 16 blocks is too small for the files that SQLite creates beside a store.
    const { stdout } = spawnSync(
      'sh',
      ['-c', 'trap "" XFSZ; ulimit -f 16; exec "$0" bin/greymark.js doctor --json', process.execPath],
      { encoding: 'utf8', env: { ...NO_PORTS, DATABASE_URL: url, COLLECT: 'on' } },
    )
    const { findings } = JSON.parse(stdout)
    expect(failures(findings)).toEqual([
      {
        check: 'database',
        level: 'FAIL',
        found: expect.stringMatching(/cannot be written: the disk is full or faulty$/),
        todo: expect.stringMatching(/^free space/),
      },
    ])
    expect(of(findings, 'sources')).toContainEqual(
      expect.objectContaining({ found: 'nse-issues was never read' }),
    )
  })

  test('is as large as its log and the file together', async () => {
    const url = await storeUrl()
    const path = url.slice('sqlite:'.length)
    const db = await openStore(url)
    await recordAll(db, realNow(), [ipo('birch-foods')])
    const sizes = ['', '-wal', '-shm'].map((ending) => statSync(path + ending).size)
    expect(sizes[1]).toBeGreaterThan(0)
    const size = sizeText(sizes.reduce((sum, bytes) => sum + bytes))
    const { findings } = await examined({ DATABASE_URL: url })
    expect(of(findings, 'database')[0]?.found).toContain(`${path}, ${size}, `)
  })

  test('that another process is writing is ok', async () => {
    const url = await storeUrl()
    const db = await openStore(url)
    const { findings } = await db.transaction().execute(async (tx) => {
      await sql`update market_version set last_round = last_round`.execute(tx)
      return examined({ DATABASE_URL: url })
    })
    expect(of(findings, 'database')[0]).toMatchObject({
      level: 'ok',
      found: expect.stringMatching(/being written now$/),
    })
  })

  test('without write permission fails', async ({ skip }) => {
    skipWithout(skip, NOT_ROOT)
    const url = await storeUrl()
    const path = url.slice('sqlite:'.length)
    chmodSync(path, 0o444)
    const { findings } = await examined({ DATABASE_URL: url })
    expect(failures(findings)[0]).toMatchObject({
      check: 'database',
      todo: expect.stringMatching(/^allow the user .* to write the file/),
    })
    chmodSync(dirname(path), 0o555)
    onTestFinished(() => chmodSync(dirname(path), 0o755))
    const { findings: none } = await examined({
      DATABASE_URL: `sqlite:${join(dirname(path), 'new/other.db')}`,
    })
    expect(failures(none)[0]).toMatchObject({ found: expect.stringMatching(/none can be created/) })
  })
})

describe('a PostgreSQL that cannot be used', () => {
  needs(ONCE)

  const withSecret = (port: number) =>
    `postgres://greymark:topsecret@127.0.0.1:${port}/market?password=topsecret`

  test('fails as the only finding, and shows no password', async () => {
    const port = await listening(createServer())
    const { findings, text } = await examined({
      DATABASE_URL: withSecret(port === 1 ? 2 : 1),
      DATABASE_READ_URL: withSecret(1),
    })
    expect(failures(findings).map(({ check }) => check)).toEqual(['database', 'replica'])
    for (const { found, todo } of failures(findings)) {
      expect(found).toMatch(/cannot be reached: .*ECONNREFUSED/)
      expect(todo).toMatch(/check that the server runs/)
    }
    expect(text).not.toContain('topsecret')
    expect(of(findings, 'port')).not.toEqual([])
  })

  test('and accepts connections without answering does not block the doctor', async () => {
    const sockets: Socket[] = []
    const port = await listening(createServer((socket) => void sockets.push(socket.resume())))
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
    const { findings, text } = await examined({ DATABASE_URL: withSecret(port) })
    expect(failures(findings)).toMatchObject([
      { check: 'database', found: expect.stringMatching(/cannot be (reached|checked)/) },
    ])
    expect(text).not.toContain('topsecret')
    await expect.poll(() => sockets.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true)
  }, 60_000)
})

describe('a database of PostgreSQL', () => {
  needs(ON_POSTGRES)

  async function administer(statement: string): Promise<void> {
    const db = openDb(`${inject('postgres')?.base}postgres`)
    await sql.raw(statement).execute(db)
    await db.destroy()
  }

  test('that does not exist is reported', async () => {
    const { findings } = await examined({ DATABASE_URL: `${inject('postgres')?.base}nobody_made_this` })
    expect(failures(findings)).toMatchObject([
      { check: 'database', todo: expect.stringMatching(/^create the database/) },
    ])
  })

  test('with another encoding fails', async () => {
    const name = `test_ascii_${process.pid}`
    await administer(
      `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    )
    onTestFinished(() => administer(`drop database ${name} with (force)`))
    const { findings } = await examined({ DATABASE_URL: `${inject('postgres')?.base}${name}` })
    expect(failures(findings)).toMatchObject([
      { check: 'database', found: expect.stringMatching(/^encoding SQL_ASCII/) },
    ])
  })

  test.each([
    ['1', 52, 'one process'],
    ['3', 92, '3 processes'],
  ])(
    'that allows fewer connections than WORKERS=%s may need is a warning',
    async (workers, needed, processes) => {
      const url = await storeUrl()
      const allow = (limit: number) =>
        administer(`alter database ${new URL(url).pathname.slice(1)} connection limit ${limit}`)
      const found = async () =>
        of((await examined({ DATABASE_URL: url, WORKERS: workers })).findings, 'database').map(
          ({ found }) => found,
        )
      await allow(needed)
      expect(await found()).not.toContainEqual(expect.stringMatching(/connections/))
      await allow(needed - 1)
      expect(await found()).toContain(
        `it allows ${needed - 1} connections, and ${processes} may need up to ${needed}`,
      )
    },
  )

  test('that is read-only fails', async () => {
    const url = await storeUrl()
    await administer(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only to on`,
    )
    const { findings } = await examined({ DATABASE_URL: url })
    expect(failures(findings)).toMatchObject([
      { check: 'database', found: expect.stringMatching(/is read-only/) },
    ])
  })

  test('whose user may not write fails', async () => {
    const url = await storeUrl()
    const role = `reader_${process.pid}`
    await administer(`create role ${role} login`)
    onTestFinished(() => administer(`drop role ${role}`))
    const reader = new URL(url)
    reader.username = role
    const db = openDb(url)
    await sql.raw(`grant select on all tables in schema public to ${role}`).execute(db)
    const { findings } = await examined({ DATABASE_URL: reader.href })
    await sql.raw(`revoke all on all tables in schema public from ${role}`).execute(db)
    await db.destroy()
    expect(failures(findings)).toMatchObject([
      { check: 'database', found: expect.stringMatching(/may not record facts/) },
    ])
  })

  /** A role without any right, in a database of its own. */
  async function stranger(
    url: string,
  ): Promise<{ url: string; role: string; grant: (statement: string) => Promise<void> }> {
    const role = `stranger_${randomUUID().replaceAll('-', '')}`
    await administer(`create role ${role} login`)
    const address = new URL(url)
    address.username = role
    const grant = async (statement: string) => {
      const db = openDb(url)
      await sql.raw(statement).execute(db)
      await db.destroy()
    }
    onTestFinished(async () => {
      await grant(`drop owned by ${role} cascade`)
      await administer(`drop role ${role}`)
    })
    return { url: address.href, role, grant }
  }

  test('in which its user may not create the tables of a new store fails, until it may', async () => {
    const { url, role, grant } = await stranger(await noStoreUrl())
    const todo = `as the owner of the database, run in it: GRANT USAGE, CREATE ON SCHEMA public TO ${role};`
    expect(failures((await examined({ DATABASE_URL: url })).findings)).toMatchObject([
      {
        check: 'database',
        found: expect.stringMatching(/may not create tables in the schema public$/),
        todo,
      },
    ])
    const { code, stderr } = await runHere(['collect', 'nse-issues'], {
      env: { DATABASE_URL: url },
      now: realNow,
    })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `greymark collect: the store cannot be used: permission denied for schema public; "greymark doctor" names the missing privilege and who can grant it\n`,
    })
    await grant(todo.split(': ')[1] ?? '')
    expect(failures((await examined({ DATABASE_URL: url })).findings)).toEqual([])
    const db = openDb(url)
    await migrate(db)
    await db.destroy()
    expect(failures((await examined({ DATABASE_URL: url })).findings)).toEqual([])
  })

  test('in which its user may use no schema fails, until it may', async () => {
    const owned = await noStoreUrl()
    const { url, role, grant } = await stranger(owned)
    await grant('revoke all on schema public from public')
    const [failure] = failures((await examined({ DATABASE_URL: url })).findings)
    expect(failure).toMatchObject({ todo: expect.stringContaining(`CREATE SCHEMA AUTHORIZATION ${role};`) })
    await grant(failure?.todo?.split(': ')[1] ?? '')
    expect(failures((await examined({ DATABASE_URL: url })).findings)).toEqual([])
  })

  test('as a replica of itself is reported: it is not in recovery', async () => {
    const url = await storeUrl()
    const { code, findings } = await examined({ DATABASE_URL: url, DATABASE_READ_URL: url })
    expect(code).toBe(0)
    expect(of(findings, 'replica')).toMatchObject([
      { level: 'warn', found: expect.stringMatching(/is not a replica/) },
    ])
  })

  test('and its replica: the lag is reported in versions, and the replica cannot record facts', async () => {
    const first = await startPostgres()
    await first.query('create database market')
    const db = openDb(first.url('market'))
    await migrate(db)
    await recordAll(db, realNow(), [ipo('acorn-mills')])
    await db.destroy()
    await first.query('checkpoint')
    await first.kill()
    const folder = mkdtempSync(`${first.folder}-copy-`)
    expect(spawnSync('cp', ['-a', join(first.folder, 'files'), folder]).status).toBe(0)
    spawnSync('chown', ['--reference', first.folder, folder])
    writeFileSync(join(folder, 'files/standby.signal'), '')
    const primary = await startOn(first.folder, {})
    onTestFinished(() => primary.stop())
    const replica = await startOn(folder, { hot_standby: 'on' })
    onTestFinished(() => replica.stop())
    const env = { DATABASE_URL: primary.url('market'), DATABASE_READ_URL: replica.url('market') }

    expect(of((await examined(env)).findings, 'replica')).toMatchObject([
      { level: 'ok', found: expect.stringMatching(/in recovery, at the market version of the primary$/) },
    ])
    const later = openDb(primary.url('market'))
    await recordAll(later, realNow(), [ipo('birch-looms')])
    await recordAll(later, realNow(), [ipo('cedar-pens')])
    await later.destroy()
    expect(of((await examined(env)).findings, 'replica')).toMatchObject([
      { level: 'warn', found: expect.stringMatching(/is behind by 2 versions$/) },
    ])
    expect(failures((await examined({ DATABASE_URL: env.DATABASE_READ_URL })).findings)).toMatchObject([
      {
        check: 'database',
        found: expect.stringMatching(/is a replica/),
        todo: expect.stringContaining('DATABASE_READ_URL'),
      },
    ])
    const stranger = { DATABASE_URL: await storeUrl(), DATABASE_READ_URL: env.DATABASE_READ_URL }
    expect(failures((await examined(stranger)).findings)).toMatchObject([
      { check: 'replica', found: expect.stringMatching(/is a replica of another server$/) },
    ])
  })

  test('with a clock that differs is reported', async () => {
    const url = await emptyStoreUrl()
    const ahead = (ms: number) => () => instantFromMs(msOf(realNow()) + ms)
    for (const [ms, level] of [
      [0, 'ok'],
      [20_000, 'warn'],
      [-600_000, 'FAIL'],
    ] as const)
      expect(of((await examined({ DATABASE_URL: url }, ahead(ms))).findings, 'clock')[0]).toMatchObject({
        level,
      })
  })
})

describe('the clock', () => {
  test('behind the newest fact fails', async () => {
    const url = await emptyStoreUrl()
    await recordAll(await openStore(url), '2025-03-10T06:00:00.000Z', [ipo('acorn-mills')])
    const found =
      /it is 2025-03-10 11:20 in India by this machine's clock, but the newest facts were recorded at 2025-03-10 11:30/
    const { findings } = await examined({ DATABASE_URL: url }, () => '2025-03-10T05:50:00.000Z')
    expect(failures(findings)).toContainEqual(
      expect.objectContaining({ check: 'clock', found: expect.stringMatching(found) }),
    )
  })
})

describe('the sources', () => {
  test('that fail, are stale, were never downloaded or have refused rows are reported, without failing', async () => {
    const url = await emptyStoreUrl()
    const market = new Market(await openStore(url))
    const ago = (days: number) => instantFromMs(msOf(realNow()) - days * DAY_MS)
    await market.collectPage(nse, ago(5), [terms()])
    await market.collectPage(tracker, ago(5), [
      quote(500, ago(5).slice(0, 10)),
      { rule: 'bad-number', reason: 'x' },
    ])
    await market.collect(nse, ago(0.01), async () => {
      throw new UpstreamFault('refused', 'nse.example: 403')
    })
    const { code, findings } = await examined({
      DATABASE_URL: url,
      COLLECT: 'on',
      CONTACT: '',
      SOURCES: 'nse-issues,ipowatch,ipoji',
    })
    expect(code).toBe(0)
    const said = of(findings, 'sources')
    expect(said.map(({ found }) => found)).toEqual([
      expect.stringMatching(/^CONTACT is not set/),
      'NSE was not asked yet; "greymark check-sources" shows whether it serves this machine',
      'BSE was not asked yet; "greymark check-sources" shows whether it serves this machine',
      expect.stringMatching(/^nse-issues is refused since .+: nse\.example: 403$/),
      expect.stringMatching(/^ipowatch was last read at /),
      'ipoji was never read',
      '1 refused row waits to be settled',
    ])
    expect(said.filter(({ level }) => level === 'warn').every(({ todo }) => todo !== null)).toBe(true)
  })

  test('of exchanges are reported as far as these serve this machine', async () => {
    const url = await emptyStoreUrl()
    const db = await openStore(url)
    const trial = (reception: 'served' | 'cut') => ({ tried: realNow(), reception })
    await storeTrial(db, 'www.nseindia.com', userAgent('ops@acme.example'), trial('served'))
    await storeTrial(db, 'api.bseindia.com', userAgent('ops@acme.example'), trial('cut'))
    await storeTrial(db, 'api.bseindia.com', 'Mozilla/5.0', trial('served'))
    const settings = { DATABASE_URL: url, COLLECT: 'on', CONTACT: 'ops@acme.example' }
    const access = async (more: Record<string, string>) =>
      of((await examined({ ...settings, ...more })).findings, 'sources')
        .map(({ found }) => found)
        .slice(0, 2)
    expect(await access({})).toEqual([
      'NSE serves this machine',
      expect.stringMatching(/^BSE served no introduction at api\.bseindia\.com, tried at /),
    ])
    expect(await access({ AGENT: 'plain' })).toEqual([
      expect.stringMatching(/^NSE served no introduction at www\.nseindia\.com, tried at /),
      'BSE serves this machine',
    ])
  })

  test('are counted by the store where the settings of this terminal differ from those of the service', async () => {
    const url = await emptyStoreUrl()
    const market = new Market(await openStore(url))
    const anHourAgo = instantFromMs(msOf(realNow()) - 3_600_000)
    await market.collectPage(nse, anHourAgo, [terms()])
    await market.collectPage(tracker, anHourAgo, [quote(500, anHourAgo.slice(0, 10))])
    const { findings } = await examined({ DATABASE_URL: url, SOURCES: 'nse-issues,nse-bhavcopy' })
    expect(of(findings, 'sources').map(({ found }) => found)).toEqual([
      'nse-bhavcopy was never read',
      '2 of 3 are read and updating',
      'no refused rows wait to be settled',
    ])
  })

  test.each([
    ['SOURCES with an unknown name', { SOURCES: 'moneycontrol' }, /there is no source "moneycontrol"/],
    ['SOURCE_FILES that names no file', { SOURCE_FILES: 'nowhere.json' }, /SOURCE_FILES names nowhere\.json/],
  ])('%s fails', async (_name, env, found) => {
    const { findings } = await examined({ DATABASE_URL: await storeUrl(), ...env })
    expect(failures(findings)).toMatchObject([{ check: 'sources', found: expect.stringMatching(found) }])
  })
})

describe('the port', () => {
  needs(ONCE)

  test('at which Greymark itself answers is ok', async () => {
    const { address, url } = await startTestService({ lines: [ipo('acorn-mills')] })
    const { port } = new URL(address)
    const { findings } = await examined({ DATABASE_URL: url, PORT: port })
    expect(of(findings, 'port')).toEqual([
      { check: 'port', level: 'ok', found: `Greymark answers at 127.0.0.1:${port}`, todo: null },
    ])
  })

  test.each<[string, () => Server]>([
    ['another web server', () => createHttpServer((_request, response) => response.end('hello'))],
    ['a program that does not answer', () => createServer()],
  ])('at which %s listens fails', async (_name, make) => {
    const port = String(await listening(make()))
    for (const [env, settings] of [
      [{ PORT: port }, 'HOST and PORT'],
      [{ METRICS: `127.0.0.1:${port}` }, 'METRICS'],
    ] as const) {
      const { findings } = await examined({
        DATABASE_URL: `sqlite:${join(temporaryFolder(), 'x.db')}`,
        ...env,
      })
      expect(failures(findings)).toMatchObject([
        {
          check: 'port',
          found: `another program listens at 127.0.0.1:${port} (${settings})`,
          todo: expect.stringContaining('another port'),
        },
      ])
    }
  })

  test('of an address that this machine does not have fails', async () => {
    const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'x.db')}`, HOST: '203.0.113.7' }
    expect(failures((await examined(env)).findings)).toMatchObject([
      { check: 'port', todo: expect.stringContaining('no such address') },
    ])
  })
})

test('a folder in which the files of the day cannot be built is reported, and fails nothing', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  const env = { DATABASE_URL: await storeUrl(), DOWNLOADS_DIR: join(folder, 'file', 'below') }
  expect(of((await examined(env)).findings, 'disk')).toMatchObject([
    {},
    { level: 'warn', found: expect.stringContaining(`cannot be written to ${join(folder, 'file')}`) },
  ])
  const { code, findings } = await examined({ ...env, DOWNLOADS_DIR: join(folder, 'new') })
  expect([code, of(findings, 'disk')[1]?.found]).toEqual([0, expect.stringContaining(`free in ${folder}`)])
  expect(readdirSync(folder)).toEqual(['file'])
})

test('the disk is reported for the future store, even before its folder exists', async () => {
  const folder = temporaryFolder()
  const { findings } = await examined({ DATABASE_URL: `sqlite:${join(folder, 'not/yet/greymark.db')}` })
  expect(of(findings, 'disk')[0]?.found).toContain(`free in ${folder}`)
  expect(existsSync(join(folder, 'not'))).toBe(false)
})
