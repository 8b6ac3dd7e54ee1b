import { describe, expect, test } from 'vitest'
import { type NewAlert, recordAlerts } from '../src/store/alerts/alert-progress.ts'
import { type NewMessage, recordAttempt, recordMessages } from '../src/store/alerts/outbox.ts'
import type { Db } from '../src/store/engines/db.ts'
import { displayAddress } from '../src/without-secrets.ts'
import { commandLine, type Ended, quickClock } from './support/command-line.ts'
import { emptyStoreUrl, noStoreUrl, openStore } from './support/store.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`
const NOW = at('20')

const done = (stdout: string): Ended => ({ code: 0, stdout, stderr: '' })

const alert = (key: string, channel: string, more: Partial<NewAlert> = {}): NewAlert => ({
  channel,
  key,
  rule: 'closing',
  event: 'closes',
  slug: 'acorn-mills',
  at: at('10', '05:59'),
  version: 3,
  content: '{}',
  ...more,
})

const message = (id: string, alerts: readonly number[], more: Partial<NewMessage>): NewMessage => ({
  id,
  channel: 'family',
  created: at('10'),
  title: `title of ${id}`,
  text: 'GMP ₹10',
  content: '{}',
  alerts,
  ...more,
})

/** A message in each state, tried and not, and three alerts that are held back. */
async function filledOutbox(db: Db): Promise<void> {
  const moment = at('10', '05:59')
  const alerts = [
    alert('a', 'family'),
    alert('b', 'club', { rule: 'gmp-50', event: 'gmp' }),
    alert('c', 'family', { rule: 'digest', event: 'digest', slug: null }),
    alert('d', 'club'),
    alert('e', 'club', { slug: 'birch-looms' }),
    alert('f', 'club', { slug: 'cedar-tools' }),
    alert('g', 'family', { slug: 'cedar-tools' }),
  ]
  await recordAlerts(db, { from: null, to: { version: 3, moment }, alerts, recorded: moment })
  await recordMessages(db, [
    message('msg_1', [1], { title: 'Acorn Mills closes on 10 Mar 2026' }),
    message('msg_2', [2], { channel: 'club', created: at('11'), title: 'Acorn Mills: GMP above 50%' }),
    message('msg_3', [3], { created: at('12'), title: '12 Mar 2026: 1 IPO opens' }),
    message('msg_4', [4], { channel: 'club', created: at('13'), title: 'Acorn Mills closes on 13 Mar 2026' }),
  ])
  const tried = { first_try: null, reason: null, tries: 0 }
  const refused = { state: 'waiting', reason: 'HTTP 503', nextTry: at('10', '06:05') } as const
  const again = await recordAttempt(db, { id: 'msg_1', ...tried }, refused, at('10', '06:01'))
  await recordAttempt(db, again, { state: 'delivered' }, at('10', '06:05'))
  const gone = { state: 'given-up', reason: 'HTTP 404: is the address still right?' } as const
  await recordAttempt(db, { id: 'msg_2', ...tried }, gone, at('11', '06:01'))
  const busy = {
    state: 'waiting',
    reason: 'no answer within 10 seconds',
    nextTry: at('12', '06:02'),
  } as const
  await recordAttempt(db, { id: 'msg_3', ...tried }, busy, at('12', '06:01'))
}

async function desk(fill: (db: Db) => Promise<void> = filledOutbox) {
  const url = await emptyStoreUrl()
  await fill(await openStore(url))
  const run = commandLine({ DATABASE_URL: url }, quickClock(NOW))
  return (...args: string[]) => run('alerts', 'log', ...args)
}

describe('the log', () => {
  test('has a line for each message, newest last, and how many alerts wait', async () => {
    const log = await desk()
    expect(await log()).toEqual(
      done(
        [
          'CREATED           CHANNEL  STATE      TRIES  NEXT TRY          TITLE                              REASON',
          '2026-03-10 11:30  family   delivered      2                    Acorn Mills closes on 10 Mar 2026',
          '2026-03-11 11:30  club     given-up       1                    Acorn Mills: GMP above 50%         HTTP 404: is the address still right?',
          '2026-03-12 11:30  family   waiting        1  2026-03-12 11:32  12 Mar 2026: 1 IPO opens           no answer within 10 seconds',
          '2026-03-13 11:30  club     waiting        0                    Acorn Mills closes on 13 Mar 2026',
          '2 alerts wait for the next message to club',
          '1 alert waits for the next message to family',
          '',
        ].join('\n'),
      ),
    )
  })

  test.each<[string[], string[]]>([
    [
      ['--channel', 'family'],
      ['msg_1', 'msg_3'],
    ],
    [['--channel', 'nobody'], []],
    [
      ['--state', 'waiting'],
      ['msg_3', 'msg_4'],
    ],
    [['--state', 'delivered'], ['msg_1']],
    [['--state', 'given-up'], ['msg_2']],
    [['--state', 'waiting', '--channel', 'club'], ['msg_4']],
    [
      ['--since', '2026-03-12'],
      ['msg_3', 'msg_4'],
    ],
    [['--since', '2026-03-12T06:00:01Z'], ['msg_4']],
    [
      ['--limit', '2'],
      ['msg_3', 'msg_4'],
    ],
  ])('with %j has %j', async (args, ids) => {
    const log = await desk()
    const { code, stdout } = await log(...args, '--json')
    expect(code).toBe(0)
    const lines = stdout.split('\n').filter((line) => line !== '')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids)
  })

  test('counts the alerts that wait for one channel with --channel, and none with messages that ended', async () => {
    const log = await desk()
    const family = await log('--channel', 'family')
    expect(family.stdout.endsWith('\n1 alert waits for the next message to family\n')).toBe(true)
    expect(family.stdout).not.toContain('club')
    expect((await log('--state', 'delivered')).stdout).not.toContain('next message')
  })

  test('as --json has the text and the alerts of each message', async () => {
    const log = await desk()
    const { stdout } = await log('--state', 'given-up', '--json')
    expect(JSON.parse(stdout)).toEqual({
      id: 'msg_2',
      channel: 'club',
      createdAt: at('11'),
      state: 'given-up',
      tries: 1,
      nextTryAt: null,
      endedAt: at('11', '06:01'),
      reason: 'HTTP 404: is the address still right?',
      title: 'Acorn Mills: GMP above 50%',
      text: 'GMP ₹10',
      alerts: [{ rule: 'gmp-50', on: 'gmp', slug: 'acorn-mills', at: at('10', '05:59') }],
    })
  })

  test('of a store without messages is empty, and says so', async () => {
    const log = await desk(async () => undefined)
    expect(await log()).toEqual(done('no messages yet (tests are not listed)\n'))
    expect(await log('--channel', 'family')).toEqual(done('no messages match\n'))
    expect(await log('--json')).toEqual(done(''))
  })

  test('of a missing store is empty, and creates none', async () => {
    const url = await noStoreUrl()
    const run = commandLine({ DATABASE_URL: url }, quickClock(NOW))
    const stderr = `there is no store at ${displayAddress(url)} yet\n`
    expect(await run('alerts', 'log')).toEqual({
      ...done('no messages yet (tests are not listed)\n'),
      stderr,
    })
    expect(await run('alerts', 'log')).toEqual({
      ...done('no messages yet (tests are not listed)\n'),
      stderr,
    })
  })
})

test.each<[string[], string]>([
  [[], 'give what to do: check, test, replay or log'],
  [['list'], 'give what to do: check, test, replay or log; got "list"'],
  [['--json'], 'give what to do'],
  [['log', 'family'], '"family" is one argument too many'],
  [['log', '--frob'], 'no option "--frob"'],
  [['log', '--state', 'sent'], '--state must be waiting, delivered or given-up; got "sent"'],
  [
    ['log', '--since', '2026-02-30'],
    '--since must be a date-time such as 2026-01-14T12:00:00Z or 2026-01-14T17:30:00+05:30, or a day such as 2026-01-14; got "2026-02-30"',
  ],
  [['log', '--limit', '0'], '--limit must be a whole number from 1 to 100000; got "0"'],
  [['log', '--limit', '1e3'], '--limit must be a whole number from 1 to 100000; got "1e3"'],
  [['log', '--limit', '100001'], '--limit must be a whole number from 1 to 100000; got "100001"'],
])('alerts %j is a usage error', async (args, words) => {
  const run = commandLine({ DATABASE_URL: await emptyStoreUrl() }, quickClock(NOW))
  const stderr = expect.stringContaining(words)
  expect(await run('alerts', ...args)).toEqual({ code: 2, stdout: '', stderr })
})
