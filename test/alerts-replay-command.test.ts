import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine, type Ended, quickClock } from './support/command-line.ts'
import { gmp, ipo, listing, retraction } from './support/lines.ts'
import { FULL, skipWithout } from './support/needs.ts'
import { type Line, recordAll } from './support/record.ts'
import { emptyStoreUrl, noStoreUrl, openStore, temporaryFolder } from './support/store.ts'

/** Noon in India is 06:30 in UTC. */
const at = (day: string, time = '06:30') => `2026-03-${day}T${time}:00.000Z`
const NOW = at('20')

const ACORN = {
  name: 'Acorn Mills Limited',
  exchanges: ['NSE'],
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
  openDate: '2026-03-10',
  closeDate: '2026-03-12',
}

const WRONG = gmp('acorn-mills', '2026-03-11', 40)

/** What becomes known, and when. */
const STORY: readonly (readonly [string, readonly Line[]])[] = [
  [at('06'), [ipo('acorn-mills', ACORN)]],
  [at('10'), [gmp('acorn-mills', '2026-03-10', 15)]],
  // 23:30 in India.
  [at('11', '18:00'), [WRONG]],
  [at('12', '03:00'), [retraction(WRONG)]],
  [at('13'), [ipo('acorn-mills', { ...ACORN, issuePrice: 100, listingDate: '2026-03-17' })]],
  [at('17'), [listing('acorn-mills', '2026-03-17', 131)]],
]

const FILE = {
  channels: {
    family: { type: 'telegram', token: { env: 'TOKEN' }, chat: '-100777' },
    club: { type: 'slack', url: { env: 'SLACK' }, quietHours: { from: '22:00', to: '07:00' }, maxPerDay: 1 },
  },
  rules: [
    { name: 'opening', on: 'opens', channels: ['family'] },
    { name: 'closing', on: { closes: { hoursBefore: 3 } }, channels: ['family', 'club'] },
    { name: 'GMP', on: { gmp: { percent: 20 } }, channels: ['club'] },
    { name: 'dispute', on: 'dispute', channels: ['family'] },
    { name: 'result', on: 'listed', channels: ['family'] },
  ],
  digest: { at: '08:00', channels: ['family'] },
}

const SECRETS = {
  TOKEN: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  SLACK: 'https://hooks.slack.example/T/B/secret',
}

async function desk(url?: string) {
  const file = join(temporaryFolder(), 'alerts.json')
  writeFileSync(file, JSON.stringify(FILE))
  const env = { ...SECRETS, ALERTS: file, DATABASE_URL: url ?? (await storyUrl()) }
  const run = commandLine(env, quickClock(NOW))
  return (...args: string[]): Promise<Ended> => run('alerts', 'replay', ...args)
}

/** The same story, recorded at once at its end with its own times, as an import of an exported store does. */
async function importedStoryUrl(): Promise<string> {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const dated = STORY.flatMap(([recordedAt, lines]) => lines.map((line) => ({ ...line, recordedAt })))
  await recordAll(db, NOW, dated)
  return url
}

async function storyUrl(): Promise<string> {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  for (const [moment, lines] of STORY) await recordAll(db, moment, lines)
  return url
}

const MESSAGES = `2026-03-10 08:00  family: digest
  IPOs on Tue 10 Mar: 1 opening
  Opens:
  - Acorn Mills: closes Thu 12 Mar, 5:00 pm, minimum ₹15,000

2026-03-10 09:00  family: opening
  Acorn Mills opens today, Tue 10 Mar
  Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)
  Closes Thu 12 Mar, 5:00 pm
  GMP: no quote

2026-03-12 07:00  club: GMP
  11 Mar, 11:30 pm: GMP of Acorn Mills rose above 20%: ₹40 (+40.0%) on 11 Mar, 1 source
  Before: +15.0% on 10 Mar, 1 source
  Closes Thu 12 Mar, 5:00 pm
  GMP is unofficial.
  Daily maximum reached: further alerts come tomorrow.

2026-03-12 08:00  family: digest
  IPOs on Thu 12 Mar: 1 closing
  Closes:
  - Acorn Mills: until 5:00 pm; GMP ₹40 (+40.0%) on 11 Mar, 1 source
  GMP is unofficial.

2026-03-12 08:30  family: correction
  Correction: Acorn Mills: GMP sent as ₹40, corrected to ₹15 (+15.0%) on 10 Mar, 1 source
  A report was retracted.
  GMP is unofficial.

2026-03-12 14:00  family: closing
  Acorn Mills closes today, Thu 12 Mar, 5:00 pm
  Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)
  GMP ₹15 (+15.0%) on 10 Mar, 1 source
  GMP is unofficial.

2026-03-13 08:00  family: digest
  IPOs on Fri 13 Mar: 1 allotment
  Allotment:
  - Acorn Mills: due by the timetable; GMP ₹15 (+15.0%) on 10 Mar, 1 source
  GMP is unofficial.

2026-03-13 09:00  club: correction, closing
  2 alerts held back by the daily maximum
  - 12 Mar, 8:30 am: Correction: Acorn Mills: GMP sent as ₹40, corrected to ₹15 (+15.0%) on 10 Mar, 1 source
  - 12 Mar, 2:00 pm: Acorn Mills closes today, Thu 12 Mar, 5:00 pm
  GMP is unofficial.
  Daily maximum reached: further alerts come tomorrow.

2026-03-17 08:00  family: digest
  IPOs on Tue 17 Mar: 1 listing
  Lists:
  - Acorn Mills: announced; GMP ₹15 (+15.0%) on 10 Mar (an old quote), 1 source
  GMP is unofficial.

2026-03-17 12:00  family: result
  Acorn Mills listed Tue 17 Mar at ₹131, +31.0% over the issue price
  Opening price on NSE, issue price ₹100
  GMP when bidding closed: ₹15 (+15.0%) on 10 Mar, 1 source
  GMP was 16.0 percentage points too low
  GMP is unofficial.

2026-03-18 08:00  family: digest
  IPOs on Wed 18 Mar: 1 result
  Results:
  - Acorn Mills: listed Tue 17 Mar at ₹131 (+31.0%); GMP when bidding closed ₹15 (+15.0%) on 10 Mar, 1 source
  GMP is unofficial.

`

const headingsIn = (stdout: string) => stdout.match(/^2026-.*: .*$/gm)

describe('a replay', () => {
  test('prints each message at its time, by what was known then, and how often each rule fired', async () => {
    const replay = await desk()
    expect(await replay('--from', '2026-03-01')).toEqual({
      code: 0,
      stdout: `${MESSAGES}From 2026-03-01 00:00 to 2026-03-20 12:00 in India: 11 messages (family 9, club 2)
RULE        ALERTS  MESSAGES
opening          1         1
closing          2         2
GMP              1         1
result           1         1
digest           5         5
correction       2         2
did not fire: dispute
`,
      stderr: '',
    })
  })

  test.each<[string[], string]>([
    [
      ['--rule', 'GMP'],
      `2026-03-12 07:00  club: GMP
  11 Mar, 11:30 pm: GMP of Acorn Mills rose above 20%: ₹40 (+40.0%) on 11 Mar, 1 source
  Before: +15.0% on 10 Mar, 1 source
  Closes Thu 12 Mar, 5:00 pm
  GMP is unofficial.
  Daily maximum reached: further alerts come tomorrow.

2026-03-13 09:00  club: correction
  12 Mar, 8:30 am: Correction: Acorn Mills: GMP sent as ₹40, corrected to ₹15 (+15.0%) on 10 Mar, 1 source
  A report was retracted.
  GMP is unofficial.
  Daily maximum reached: further alerts come tomorrow.

From 2026-03-01 00:00 to 2026-03-20 12:00 in India: 2 messages (club 2)
RULE        ALERTS  MESSAGES
GMP              1         1
correction       1         1
`,
    ],
    [
      ['--rule', 'dispute'],
      'From 2026-03-01 00:00 to 2026-03-20 12:00 in India: no messages\ndid not fire: dispute\n',
    ],
    [
      ['--rule', 'opening', '--channel', 'club'],
      'From 2026-03-01 00:00 to 2026-03-20 12:00 in India: no messages\n',
    ],
    [
      ['--channel', 'club', '--rule', 'closing'],
      `2026-03-12 14:00  club: closing
  Acorn Mills closes today, Thu 12 Mar, 5:00 pm
  Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)
  GMP ₹15 (+15.0%) on 10 Mar, 1 source
  GMP is unofficial.
  Daily maximum reached: further alerts come tomorrow.

From 2026-03-01 00:00 to 2026-03-20 12:00 in India: 1 message (club 1)
RULE     ALERTS  MESSAGES
closing       1         1
`,
    ],
  ])('with %j is as if there were only that', async (args, stdout) => {
    const replay = await desk()
    expect(await replay('--from', '2026-03-01', ...args)).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('of a part of the time has only what was sent in it, and what waited at its end', async () => {
    const replay = await desk()
    const { stdout } = await replay('--from', '2026-03-11', '--to', '2026-03-12')
    expect(headingsIn(stdout)).toEqual([
      '2026-03-12 07:00  club: GMP',
      '2026-03-12 08:00  family: digest',
      '2026-03-12 08:30  family: correction',
      '2026-03-12 14:00  family: closing',
    ])
    expect(stdout.split('\n').slice(-3)).toEqual([
      'did not fire: opening, dispute, result',
      'at the end, 2 alerts wait for the next message to club',
      '',
    ])
  })

  test('ends at a moment, which is included', async () => {
    const replay = await desk()
    const until = async (to: string) =>
      headingsIn((await replay('--from', '2026-03-10', '--to', to)).stdout)?.length
    expect(await until('2026-03-10T02:29:59Z')).toBeUndefined()
    expect(await until('2026-03-10T08:00:00+05:30')).toBe(1)
    expect(await until('2026-03-10T09:00:00+05:30')).toBe(2)
  })

  test('as --json has what a webhook would have got, with its channel and time', async () => {
    const replay = await desk()
    const { code, stdout, stderr } = await replay('--from', '2026-03-01', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(messages.map(({ channel, at, type }) => `${at.slice(0, 16)} ${channel} ${type}`)).toEqual([
      '2026-03-10T02:30 family alert',
      '2026-03-10T03:30 family alert',
      '2026-03-12T01:30 club alert',
      '2026-03-12T02:30 family alert',
      '2026-03-12T03:00 family alert',
      '2026-03-12T08:30 family alert',
      '2026-03-13T02:30 family alert',
      '2026-03-13T03:30 club held',
      '2026-03-17T02:30 family alert',
      '2026-03-17T06:30 family alert',
      '2026-03-18T02:30 family alert',
    ])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(11)
    expect(messages[1]).toMatchObject({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      title: 'Acorn Mills opens today, Tue 10 Mar',
      alerts: [{ rule: 'opening', type: 'opens', ipo: { slug: 'acorn-mills', lastGmp: null } }],
    })
  })

  test('records nothing', async () => {
    const url = await storyUrl()
    const replay = await desk(url)
    await replay('--from', '2026-03-01')
    const log = await commandLine({ DATABASE_URL: url }, quickClock(NOW))('alerts', 'log')
    expect(log.stdout).toBe('no messages yet (tests are not listed)\n')
  })

  test('of imported history is the same', async () => {
    const replay = await desk(await importedStoryUrl())
    const { stdout } = await replay('--from', '2026-03-01')
    expect(stdout.startsWith(MESSAGES)).toBe(true)
  })

  test('of a missing store is about the demo, and says so', async ({ skip }) => {
    skipWithout(skip, FULL)
    const replay = await desk(await noStoreUrl())
    const { code, stdout, stderr } = await replay('--from', '2026-03-19', '--rule', 'digest')
    expect(code).toBe(0)
    expect(stderr).toMatch(/DEMO: the store holds no facts; everything here is invented\n$/)
    expect(stdout).toMatch(/^2026-03-19 08:00 {2}family: digest\n {2}DEMO: IPOs on Thu 19 Mar: /)
  })
})

const FORMS =
  'a date-time such as 2026-01-14T12:00:00Z or 2026-01-14T17:30:00+05:30, or a day such as 2026-01-14'

test.each<[string[], string]>([
  [[], 'give --from TIME'],
  [['--to', '2026-03-12'], 'give --from TIME'],
  [['--from', 'monday'], `--from must be a past moment: ${FORMS}; got "monday"`],
  [['--from', '2026-03-21'], `--from must be a past moment: ${FORMS}; got "2026-03-21"`],
  [['--from', '2026-03-01', '--to', '2027-01-01'], `--to must be a past moment: ${FORMS}; got "2027-01-01"`],
  [['--from', '2026-03-12', '--to', '2026-03-10'], '--from is after --to'],
  [
    ['--from', '2026-03-12', '--rule', 'gmp'],
    'there is no rule "gmp"; there are: opening, closing, GMP, dispute, result, digest',
  ],
  [['--from', '2026-03-12', '--channel', 'me'], 'there is no channel "me"; there are: family, club'],
  [['--from', '2026-03-12', 'family'], '"family" is one argument too many'],
])('alerts replay %j is a usage error', async (args, words) => {
  const replay = await desk(await emptyStoreUrl())
  const { code, stdout, stderr } = await replay(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(words)
})
