import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { msOf } from '../src/market/calendar.ts'
import { storeExists } from '../src/store/schema.ts'
import { commandLine, type Ended, quickClock } from './support/command-line.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { SECRETS, startHttpReceiverFor } from './support/receivers/start-receiver.ts'
import { type Line, recordAll } from './support/record.ts'
import { emptyStoreUrl, noStoreUrl, openStore, temporaryFolder } from './support/store.ts'

/** 11:30 in India on a Friday. */
const NOW = '2026-03-13T06:00:00.000Z'

const OFFER = { exchanges: ['NSE'], priceMin: 95, priceMax: 100, lotSize: 150 }

/** What became known, and when. */
const STORY: readonly (readonly [string, readonly Line[]])[] = [
  [
    '2026-03-06T06:30:00.000Z',
    [
      ipo('acorn-mills', { ...OFFER, openDate: '2026-03-10', closeDate: '2026-03-12' }),
      ipo('birch-looms', { ...OFFER, board: 'SME', openDate: '2026-03-11', closeDate: '2026-03-13' }),
    ],
  ],
  [
    '2026-03-11T06:30:00.000Z',
    [
      gmp('acorn-mills', '2026-03-11', 25),
      gmp('acorn-mills', '2026-03-11', 27, 'IPO Ji'),
      deal('2026-03-10', { symbol: 'ELM', clientName: 'SOME FUND', quantity: 500_000, price: 131 }),
    ],
  ],
]

const RULES = [
  { name: 'opening', on: 'opens' },
  { name: 'closing', on: 'closes' },
  { name: 'closing SME', on: 'closes', where: { board: 'SME' } },
  { name: 'closing dear', on: 'closes', where: { minAmount: { min: 1_000_000 } } },
  { name: 'GMP up', on: { gmp: { percent: 20, direction: 'up' } } },
  { name: 'deals', on: { deal: { symbol: ['ELM'] } } },
]

async function desk(type: 'telegram' | 'webhook' = 'telegram', url?: string) {
  const { receiver } = await startHttpReceiverFor(type, { nowMs: () => msOf(NOW) })
  onTestFinished(() => receiver.close())
  const family =
    type === 'telegram'
      ? { type, token: { env: 'TOKEN' }, chat: '-100777', server: receiver.address }
      : { type, url: `${receiver.address}${SECRETS.webhookPath}`, secret: { env: 'HOOK_SECRET' } }
  const quietHours = { from: '08:30', to: '07:59' }
  const file = join(temporaryFolder(), 'alerts.json')
  writeFileSync(
    file,
    JSON.stringify({
      channels: { family, spare: { type: 'slack', url: { env: 'SLACK' } } },
      rules: RULES.map((rule) => ({ ...rule, channels: ['family'] })),
      digest: { at: '08:00', channels: ['family'] },
      quietHours,
      maxPerDay: 1,
    }),
  )
  const secrets = {
    TOKEN: SECRETS.telegramToken,
    HOOK_SECRET: SECRETS.webhook,
    SLACK: 'http://127.0.0.1:9/services/invented-secret',
  }
  const env = {
    ...secrets,
    ALERTS: file,
    DATABASE_URL: url ?? (await filledStoreUrl()),
    PUBLIC_URL: 'https://ipo.example',
  }
  const run = commandLine(env, quickClock(NOW))
  return { receiver, env, send: (...args: string[]): Promise<Ended> => run('alerts', 'test', ...args) }
}

async function filledStoreUrl(): Promise<string> {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  for (const [moment, lines] of STORY) await recordAll(db, moment, lines)
  return url
}

const CLOSING = `Test: acorn mills closes today, Thu 12 Mar, 5:00 pm
Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)
GMP ₹26 (+26.0%) on 11 Mar, 2 sources
GMP is unofficial.
Test of the rule "closing", which fired 12 Mar, 2:00 pm.

https://ipo.example/ipos/acorn-mills`

const lastOf = (rule: string, at: string) => `This is the last alert of ${rule}, of ${at}.`

describe('a test', () => {
  test('sends a message, and prints it and that it was confirmed', async () => {
    const { receiver, send } = await desk()
    expect(await send('closing', 'family')).toEqual({
      code: 0,
      stdout: `${lastOf('"closing"', '2026-03-12 14:00')}\nTo family (telegram, ${new URL(receiver.address).host}):\n\n${CLOSING}\n\nTelegram confirmed it.\n`,
      stderr: '',
    })
    expect(receiver.received).toMatchObject([{ text: CLOSING.replace('\n', '\n\n'), receipt: 'confirmed' }])
  })

  test.each([
    ['opening', lastOf('"opening"', '2026-03-11 09:00'), 'birch looms opens today, Wed 11 Mar'],
    [
      'GMP up',
      lastOf('"GMP up"', '2026-03-11 12:00'),
      'GMP of acorn mills is quoted now, above 20%: ₹26 (+26.0%) on 11 Mar, 2 sources',
    ],
    [
      'deals',
      lastOf('"deals"', '2026-03-11 12:00'),
      'ELM: bulk buy of 5,00,000 shares by SOME FUND at ₹131 on NSE, 10 Mar, ₹6.55 Cr',
    ],
    ['digest', lastOf('the digest', '2026-03-13 08:00'), 'IPOs on Fri 13 Mar: 1 closing, 1 allotment'],
  ])('of "%s" has its last alert', async (rule, remark, title) => {
    const { send } = await desk()
    const { code, stdout } = await send(rule, 'family')
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect([lines[0], lines[3]]).toEqual([remark, `Test: ${title}`])
  })

  test.each([
    ['closing SME', 'This is the last alert of "closing SME" in the demo.', / closes today, .*, 4:00 pm$/],
    ['closing dear', 'This is a digest of the demo: "closing dear" fires for nothing in it.', /IPOs on /],
  ])('of "%s", which has not fired, has one of the demo', async (rule, remark, title) => {
    const { send } = await desk()
    const { code, stdout } = await send(rule, 'family')
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe(`No alert of it in 60 days. ${remark}`)
    expect(lines[3]).toMatch(/^Test: DEMO: /)
    expect(lines[3]).toMatch(title)
    expect(lines).toContain(`Test of the rule "${rule}".`)
  })

  test('of a webhook is signed, and its content is that of an alert', async () => {
    const { receiver, send } = await desk('webhook')
    const { code, stdout } = await send('closing', 'family')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n\nThe receiver confirmed it\.\n$/)
    const [message] = receiver.received
    expect(message?.id).toMatch(/^msg_test_[0-9a-f]{32}$/)
    expect(JSON.parse(message?.text ?? '')).toMatchObject({
      type: 'alert',
      title: 'Test: acorn mills closes today, Thu 12 Mar, 5:00 pm',
      note: 'Test of the rule "closing", which fired 12 Mar, 2:00 pm.',
      alerts: [
        {
          rule: 'closing',
          type: 'closes',
          at: '2026-03-12T08:30:00.000Z',
          title: 'Test: acorn mills closes today, Thu 12 Mar, 5:00 pm',
          ipo: { slug: 'acorn-mills' },
        },
      ],
    })
  })

  test('leaves no trace in the log', async () => {
    const { env, send } = await desk()
    await send('closing', 'family')
    const run = commandLine(env, quickClock(NOW))
    expect((await run('alerts', 'log')).stdout).toBe('no messages yet (tests are not listed)\n')
  })

  test('names the channels of a rule that does not send to this one', async () => {
    const { send } = await desk()
    const { stdout } = await send('closing', 'spare')
    expect(stdout).toMatch(
      /^The rule "closing" itself does not send to spare, but to family\.\nThis is the last/,
    )
  })

  test('uses the demo while there is no store, and creates none', async () => {
    const url = await noStoreUrl()
    const { receiver, send } = await desk('telegram', url)
    const { code, stdout, stderr } = await send('closing', 'family')
    expect(code).toBe(0)
    expect(stderr).toBe('DEMO: the store holds no facts; everything here is invented\n')
    expect(stdout).toContain('\nTest: DEMO: ')
    expect(receiver.received[0]?.text).toMatch(/^Test: DEMO: /)
    expect(await storeExists(url)).toBe(false)
  })
})

describe('a message that is not delivered', () => {
  test.each([
    [
      'is refused by the receiver',
      'reject',
      'not delivered: HTTP 400: Bad Request: chat not found\nto do: check "token" and "chat", and that the bot is a member of the chat and may write there\n',
    ],
    [
      'finds a busy receiver',
      { busy: 30 },
      'not delivered: HTTP 429: Too Many Requests: retry later\nto do: try again in 30 seconds\n',
    ],
    [
      'finds a receiver that fails',
      'fail',
      'not delivered: HTTP 500: Internal Server Error\nto do: check that HOST works and can be reached from here, then try again\n',
    ],
  ] as const)(
    'because it %s is printed with the reason and what to do, exit code 1',
    async (_name, behaviour, words) => {
      const { receiver, send } = await desk()
      receiver.plan.next(behaviour)
      const { code, stdout, stderr } = await send('closing', 'family')
      expect(code).toBe(1)
      expect(stderr.replace(new URL(receiver.address).host, 'HOST')).toBe(words)
      expect(stdout).toContain(CLOSING)
      expect(receiver.received).toHaveLength(1)
    },
  )

  test('shows no secret of an address', async () => {
    const { send } = await desk()
    const { code, stdout, stderr } = await send('closing', 'spare')
    expect(code).toBe(1)
    expect(stdout).toContain('To spare (slack, 127.0.0.1:9):')
    expect(stderr).toMatch(/^not delivered: .+\nto do: check that 127\.0\.0\.1:9 works/)
    expect(`${stdout}${stderr}`).not.toContain('secret')
  })
})

const NAMES = [...RULES.map(({ name }) => name), 'digest'].join(', ')

test.each<[string[], string]>([
  [[], 'give RULE'],
  [['closing'], 'give CHANNEL'],
  [['a', 'b', 'c'], '"c" is one argument too many'],
  [['closed', 'family'], `there is no rule "closed"; there are: ${NAMES}`],
  [['closing', 'famly'], 'there is no channel "famly"; there are: family, spare'],
  [['closing', 'family', '--json'], 'no option "--json"'],
])('alerts test %j is a usage error', async (args, words) => {
  const { send, receiver } = await desk()
  const stderr = expect.stringContaining(words)
  expect(await send(...args)).toEqual({ code: 2, stdout: '', stderr })
  expect(receiver.received).toEqual([])
})

test.each([[['test', 'digest', 'family']], [['replay', '--from', '2026-03-01', '--rule', 'digest']]])(
  'alerts %j with a file without a digest tells how to add one',
  async (args) => {
    const file = join(temporaryFolder(), 'alerts.json')
    writeFileSync(file, '{"channels": {"family": {"type": "ntfy", "topic": "ipos"}}}')
    const run = commandLine({ ALERTS: file }, quickClock(NOW))
    const { code, stderr } = await run('alerts', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'this file has no digest; add one, such as "digest": {"at": "08:00", "channels": ["family"]}\n',
    )
  },
)

test('a file with problems is a usage error that names them', async () => {
  const run = commandLine({ ALERTS: 'nowhere.json' }, quickClock(NOW))
  expect(await run('alerts', 'test', 'closing', 'family')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^greymark alerts: bad alerts file nowhere\.json:\n {2}there is no such file;/,
    ),
  })
})
