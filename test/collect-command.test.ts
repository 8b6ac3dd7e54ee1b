import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../src/cli/main.ts'
import { instantFromMs, msOf } from '../src/market/calendar.ts'
import { ONCE, skipWithout } from './support/needs.ts'
import { EXAMPLE } from './support/own-table.ts'
import { BASE } from './support/raw-request.ts'
import { startTestService } from './support/service.ts'
import { futureStoreUrl, openStore, temporaryFolder } from './support/store.ts'
import {
  BULK_DEALS,
  EVENING,
  EXCHANGE_DOCUMENTS,
  IPOWATCH_PAGE,
  IPOWATCH_WITH_MORE,
  IPOWATCH_WITHOUT_GMP,
  NO_DEALS_THE_DAY_BEFORE,
} from './support/upstream-documents.ts'
import { startUpstreams } from './support/upstreams.ts'

const CONTACT = 'https://desk.example/contact'
const EXCHANGE_HOSTS = [
  ...['www.nseindia.com', 'nsearchives.nseindia.com'],
  ...['api.bseindia.com', 'www.bseindia.com'],
]

interface SentRequest {
  readonly address: string
  readonly agent: string | undefined
}

/** Every request of this process from now on, to any address. */
function watchRequests(): readonly SentRequest[] {
  const sent: SentRequest[] = []
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    const address = `${request.protocol}//${request.getHeader('host')}${request.path}`
    sent.push({ address, agent: request.getHeader('user-agent')?.toString() })
  }
  subscribe('http.client.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.client.request.start', onRequest))
  return sent
}

/** An operator with an empty store, and the upstreams of the evening. */
async function openDesk() {
  const upstreams = await startUpstreams()
  upstreams.serve([...EXCHANGE_DOCUMENTS, IPOWATCH_PAGE])
  const requests = watchRequests()
  const url = await futureStoreUrl()
  // One second per call, so that no command waits until the time of its commit has passed.
  let ms = msOf(EVENING)
  const now = () => {
    ms += 1000
    return instantFromMs(ms)
  }
  const base = { DATABASE_URL: url, UPSTREAM_BASE: upstreams.base, CONTACT }
  const execute = async (more: Record<string, string>, args: string[], isTTY: boolean) => {
    const [stdout, stderr] = [collected(), Object.assign(collected(), { isTTY })]
    const env = { ...base, ...more }
    const code = await runCli(args, { env, stdin: Readable.from([]), stdout, stderr, now })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }
  const runWith = (more: Record<string, string>, ...args: string[]) => execute(more, args, false)
  const run = (...args: string[]) => runWith({}, ...args)
  const runAtTerminal = (...args: string[]) => execute({}, args, true)
  return {
    upstreams,
    url,
    now,
    run,
    runWith,
    runAtTerminal,
    hasStore: () => existsSync(url.replace('sqlite:', '')),
    requestedHosts: () => [...new Set(upstreams.log.map((line) => new URL(line.split(' ')[1] ?? '').host))],
    requests: () => requests,
    facts: async () => (await run('export')).stdout,
  }
}

function collected(): Writable & { text(): string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return Object.assign(stream, { text: () => text })
}

/** Everything that collecting writes. */
async function everything(url: string): Promise<unknown> {
  const db = await openStore(url)
  const tables = ['rounds', 'fetches', 'payloads', 'refusals', 'deals', 'market_version'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}

describe('greymark collect', () => {
  test('downloads the exchanges once and prints the results', async () => {
    const desk = await openDesk()
    expect(await desk.run('collect')).toEqual({
      code: 0,
      stdout: [
        'SOURCE        OUTCOME  ROWS  TAKEN  KNOWN  REFUSED',
        'nse-issues    done        3      1      0        0',
        'bse-issues    done        0      0      0        0',
        'nse-bhavcopy  done        1      0      0        0',
        'bse-bhavcopy  done        1      0      0        0',
        'nse-deals     done        2      2      0        0',
        'bse-deals     done        1      1      0        0',
        'nse-holidays  done        3      3      0        0',
        '',
      ].join('\n'),
      stderr: '',
    })
    expect(await desk.facts()).toContain('"cedar-looms"')
  })

  test('requests only hosts of the exchanges, unless more sources are named', async () => {
    const desk = await openDesk()
    await desk.run('collect')
    expect(desk.requestedHosts().toSorted()).toEqual(EXCHANGE_HOSTS.toSorted())
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['on the command line', {}, ['exchanges', 'ipowatch']],
    ['in the settings', { SOURCES: 'exchanges,ipowatch' }, []],
  ])('downloads a tracker that is named %s', async (_name, env, named) => {
    const desk = await openDesk()
    const { code, stdout } = await desk.runWith(env, 'collect', ...named)
    expect(code).toBe(0)
    expect(stdout).toContain('ipowatch      done        2      1      0        1\n')
    expect(stdout).toContain(
      'ipowatch refused: 1 unknown-issue\n"greymark refusals" lists the refused rows\n',
    )
    expect(desk.requestedHosts().toSorted()).toEqual([...EXCHANGE_HOSTS, 'ipowatch.in'].toSorted())
  })

  test('downloads only the sources on the command line, whatever the settings name', async () => {
    const desk = await openDesk()
    await desk.runWith({ SOURCES: 'exchanges,ipoji' }, 'collect', 'ipowatch')
    expect(desk.requestedHosts()).toEqual(['ipowatch.in'])
  })

  test("downloads a table of the operator's own, described by a file", async () => {
    const desk = await openDesk()
    const file = join(temporaryFolder(), 'willow.json')
    const address = 'https://willow-lane.example/gmp.csv'
    writeFileSync(
      file,
      JSON.stringify({
        ...{ id: 'willow', name: 'Willow Lane', owner: 'Willow Media', address, format: 'csv' },
        ...{ columns: { name: 'Company', gmp: 'GMP' }, schedule: EXAMPLE.schedule },
      }),
    )
    const table = { url: address, type: 'csv' as const, body: 'Company,GMP\nCedar Looms,41\n' }
    desk.upstreams.serve([...EXCHANGE_DOCUMENTS, table])
    const { code, stdout } = await desk.runWith({ SOURCE_FILES: file }, 'collect', 'exchanges', 'willow')
    expect({ code, line: stdout.split('\n').at(-2) }).toEqual({
      code: 0,
      line: 'willow        done        1      1      0        0',
    })
    expect(await desk.facts()).toContain('"source":"Willow Lane"')
    const report = join(temporaryFolder(), 'report.json')
    const check = ['check-sources', 'willow', '--report', report]
    expect(await desk.runWith({ SOURCE_FILES: file }, ...check)).toMatchObject({ code: 0 })
    expect(readFileSync(report, 'utf8')).toContain('"host": "own table"')
    expect(readFileSync(report, 'utf8')).not.toContain('willow-lane')
  })

  test('identifies itself in every request, and sends none past UPSTREAM_BASE', async () => {
    const desk = await openDesk()
    await desk.run('collect', 'exchanges', 'ipowatch')
    const requests = desk.requests()
    expect(requests.length).toBeGreaterThan(15)
    for (const { address, agent } of requests) {
      expect(address.startsWith(`${desk.upstreams.base}/`), address).toBe(true)
      expect(agent, address).toMatch(/^Greymark\/\d\S* \(\+https:\/\/desk\.example\/contact\)$/)
    }
  })

  test('finds nothing new when it is run again', async () => {
    const desk = await openDesk()
    await desk.run('collect')
    const facts = await desk.facts()
    const { code, stdout } = await desk.run('collect', 'nse-deals', 'bse-deals')
    expect({ code, lines: stdout.split('\n').slice(1, 3) }).toEqual({
      code: 0,
      lines: [
        'nse-deals  done        2      0      2        0',
        'bse-deals  done        1      0      1        0',
      ],
    })
    expect(await desk.facts()).toBe(facts)
  })

  test('--json prints the same for scripts', async () => {
    const desk = await openDesk()
    await desk.run('collect', 'nse-issues')
    const { code, stdout } = await desk.run('collect', '--json', 'nse-deals', 'ipowatch')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ source: 'nse-deals', outcome: 'done', fault: null, words: null },
        ...{ asked: 2, read: 2, taken: 2, known: 0, refused: 0, refusedBy: {} },
      },
      {
        ...{ source: 'ipowatch', outcome: 'done', fault: null, words: null },
        ...{ asked: 1, read: 2, taken: 1, known: 0, refused: 1, refusedBy: { 'unknown-issue': 1 } },
      },
    ])
  })

  test('--dry-run prints row by row what would happen and creates no store', async () => {
    const desk = await openDesk()
    const { code, stdout } = await desk.run('collect', '--dry-run', 'nse-deals', 'ipowatch')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^nse-deals: NSE BULK \S+: .+ (BUY|SELL) \d+ \S+ at ₹\S+ -> taken$/),
      expect.stringMatching(/^nse-deals: NSE BULK /),
      expect.stringMatching(
        /^ipowatch: GMP ₹\S+ on \S+ \(".+", \w+.*\) -> refused, ".+": no exchange has announced/,
      ),
      expect.stringMatching(/^ipowatch: GMP /),
      'SOURCE     OUTCOME  ROWS  WOULD TAKE  KNOWN  REFUSED',
      'nse-deals  done        2           2      0        0',
      'ipowatch   done        2           0      0        2',
      'ipowatch refused: 2 unknown-issue',
      '',
    ])
    expect(desk.hasStore()).toBe(false)
  })

  test('--dry-run changes nothing in an existing store, including refusals and rounds', async () => {
    const desk = await openDesk()
    await desk.run('collect', 'nse-issues', 'ipowatch')
    const before = await everything(desk.url)
    const { stdout } = await desk.run('collect', '--dry-run', 'exchanges', 'ipowatch')
    expect(stdout).toContain('WOULD TAKE')
    expect(stdout).not.toContain('greymark refusals')
    expect(await everything(desk.url)).toEqual(before)
  })

  test('--at records as of a past moment', async () => {
    const desk = await openDesk()
    await desk.run('collect', 'nse-deals', '--at', '2026-01-14T13:30:00Z')
    const facts = (await desk.facts()).trim().split('\n')
    expect(facts.map((line) => JSON.parse(line).recordedAt)).toEqual(
      Array(2).fill('2026-01-14T13:30:00.000Z'),
    )
  })

  test.each([
    ['a moment of the future', ['--at', '2999-01-01T00:00:00Z'], /--at must be a past moment: a date-time/],
    ['a moment that is none', ['--at', 'noon'], /--at must be a past moment: .*got "noon"/],
    ['an end in the future', ['--from', '2026-01-14', '--to', '2026-01-16'], /2026-01-16 is in the future/],
    ['days upside down', ['--from', '2026-01-14', '--to', '2026-01-13'], /--from 2026-01-14 is after/],
    [
      'days of a source that has none',
      ['nse-deals', '--from', '2026-01-13'],
      /nse-deals only publishes its latest/,
    ],
    [
      'days of several, of which some have none',
      ['nse-issues', 'bse-deals', 'ipowatch', '--to', '2026-01-13'],
      /nse-issues, ipowatch only publishes its latest/,
    ],
    [
      'a source that there is not',
      ['nse-deals', 'nse'],
      /there is no source "nse"; there are exchanges, nse-issues, .*, ipopremium\n/,
    ],
    ['an option that there is not', ['--fast'], /--fast/],
  ])('%s is a usage error, and no host gets a request', async (_name, args, words) => {
    const desk = await openDesk()
    const { code, stdout, stderr } = await desk.run('collect', ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(words)
    expect(desk.requests()).toEqual([])
    expect(desk.hasStore()).toBe(false)
  })

  test.each([
    ['SOURCES', 'exchanges,nobody', /there is no source "nobody"; there are exchanges/],
    [
      'SOURCE_FILES',
      '/nowhere/table.json',
      /SOURCE_FILES names \/nowhere\/table\.json: there is no such file/,
    ],
    ['CONTACT', 'a desk', /CONTACT must be an address/],
  ])('a bad setting %s=%s is reported, and no host gets a request', async (name, value, words) => {
    const desk = await openDesk()
    const { code, stderr } = await desk.runWith({ [name]: value }, 'collect')
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
    expect(desk.requests()).toEqual([])
  })

  test('--from and --to download the files of those days, for the sources that have such files', async () => {
    const desk = await openDesk()
    desk.upstreams.serve([NO_DEALS_THE_DAY_BEFORE, ...EXCHANGE_DOCUMENTS])
    const { code, stdout } = await desk.run('collect', '--from', '2026-01-13', '--to', '2026-01-14')
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...['SOURCE', 'nse-bhavcopy', 'bse-bhavcopy', 'bse-deals', ''],
    ])
    const days = desk.upstreams.log.flatMap(
      (line) => /full_(\d{8})|_0_(\d{8})_F|strDate=(\d{8})/.exec(line)?.slice(1).find(Boolean) ?? [],
    )
    expect(days).toEqual([
      ...['13012026', '14012026', '20260113', '20260114'],
      ...['13012026', '13012026', '14012026', '14012026'],
    ])
    expect(desk.requestedHosts()).not.toContain('www.nseindia.com')
  })

  test('a host that fails is reported, does not affect the others, and gives exit code 1', async () => {
    const desk = await openDesk()
    desk.upstreams.fail({ 'nsearchives.nseindia.com': 'error500' })
    const { code, stdout, stderr } = await desk.run('collect', 'nse-deals', 'bse-deals')
    expect(code).toBe(1)
    const lines = stdout.split('\n')
    expect(lines.slice(1, 3)).toEqual([
      'nse-deals  failed      0      0      0        0',
      'bse-deals  done        1      1      0        0',
    ])
    expect(lines[3]).toMatch(/^nse-deals: unreachable: nsearchives\.nseindia\.com\S*: HTTP 500/)
    expect(stderr).toMatch(/^(nse-deals: unreachable: nsearchives\.nseindia\.com\S*: HTTP 500.*\n)$/)
  })

  test('a failure is printed before the next document is requested, and a terminal shows what is', async () => {
    const desk = await openDesk()
    desk.upstreams.fail({ 'nsearchives.nseindia.com': 'error500' })
    const { stderr } = await desk.runAtTerminal('collect', 'nse-deals')
    expect(stderr.split('\u001b[K')).toEqual([
      '\rnse-deals: asking nsearchives.nseindia.com for bulk',
      '\r',
      expect.stringMatching(/^nse-deals: unreachable: \S+: HTTP 500.*\n\rnse-deals: asking \S+ for block$/),
      '\r',
      '',
    ])
  })

  test('a source that is downloaded in part is reported, with exit code 0', async () => {
    const desk = await openDesk()
    desk.upstreams.serve([BULK_DEALS])
    const { code, stdout } = await desk.run('collect', 'nse-deals')
    expect(code).toBe(0)
    expect(stdout).toContain('nse-deals  partial     2      2      0        0\n')
    expect(stdout).toMatch(/nse-deals: changed: \S*\/block\.csv: HTTP 404\n/)
  })
})

describe('greymark sources', () => {
  test('prints the state of each source, in Indian time, and exits with 0 when all are ok', async () => {
    const desk = await openDesk()
    await desk.run('collect')
    const { code, stdout } = await desk.run('sources')
    expect(code).toBe(0)
    const lines = stdout.split('\n').map((line) => line.split(/ {2,}/))
    expect(lines[0]).toEqual([
      ...['SOURCE', 'OWNER', 'STATE', 'LAST SUCCESS', 'LAST CHANGE', 'MISSED', 'USUAL', 'LAST', 'READ'],
    ])
    expect(lines.find(([id]) => id === 'nse-deals')).toEqual([
      ...['nse-deals', 'NSE', 'ok', expect.stringMatching(/^2026-01-14 19:3\d$/)],
      ...[expect.stringMatching(/^2026-01-14 19:3\d$/), '0', '2', '2', 'at 18:30, 19:30, 20:30 and 22:00'],
    ])
    expect(lines.find(([id]) => id === 'ipoji')).toEqual([
      ...['ipoji', 'IPO Ji', 'off', 'never', 'never', 'every 2 hours from 9:10 to 23:10'],
    ])
  })

  test('prints what is wrong and since when, and exits with 1', async () => {
    const desk = await openDesk()
    desk.upstreams.fail({ 'nsearchives.nseindia.com': 'html200' })
    await desk.run('collect', 'nse-deals')
    const { code, stdout } = await desk.run('sources')
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /\nnse-deals: (changed|refused) since 2026-01-14 19:3\d: \S+bulk\.csv: a page titled/,
    )
  })

  test('shows the state by the store, whatever the settings of this terminal, which are named as such', async () => {
    const desk = await openDesk()
    const states = async () => {
      const { stdout } = await desk.run('sources')
      const lines = stdout.split('\n').map((line) => line.split(/ {2,}/))
      const stateOf = (id: string) => lines.find(([first]) => first === id)?.[2]
      return { shown: ['nse-deals', 'nse-bhavcopy', 'ipowatch', 'ipoji'].map(stateOf), stdout }
    }
    expect(await states()).toMatchObject({ shown: ['off', 'off', 'off', 'off'] })
    await desk.run('collect', 'nse-deals', 'ipowatch')
    const { shown, stdout } = await states()
    expect(shown).toEqual(['ok', 'waiting', 'ok', 'off'])
    expect(stdout).toMatch(
      /\nSOURCES in this terminal does not name investorgain, ipowatch, ipoji, ipopremium\nrequests today: ipowatch\.in 2, nsearchives\.nseindia\.com 3\n$/,
    )
  })

  test('--json prints the answer of the API', async () => {
    const desk = await openDesk()
    await desk.run('collect')
    const { stdout } = await desk.run('sources', '--json')
    const service = await startTestService({ url: desk.url, now: desk.now() })
    expect(JSON.parse(stdout)).toEqual((await service.json(`${BASE}/sources`)).sources)
  })

  test('creates no missing store, sends no request, and accepts no names', async () => {
    const desk = await openDesk()
    expect(await desk.run('sources')).toMatchObject({ code: 0 })
    expect(await desk.run('sources', 'nse-deals')).toMatchObject({ code: 2 })
    expect({ hasStore: desk.hasStore(), requests: desk.requests() }).toEqual({
      hasStore: false,
      requests: [],
    })
  })
})

describe('greymark check-sources', () => {
  test('finds no fault in the sources of the settings, and changes nothing', async () => {
    const desk = await openDesk()
    const { code, stdout } = await desk.run('check-sources')
    const [table, documents = ''] = stdout.split('\n\n')
    const introduced = table?.split('\n').map((line) => line.split(/ {2,}/).toSpliced(2, 1))
    const hosts = ['www.nseindia.com', 'api.bseindia.com', 'nsearchives.nseindia.com', 'www.bseindia.com']
    expect(introduced).toEqual([
      ['HOST', 'INTRODUCED AS', 'WHAT IT DOES'],
      ...hosts.flatMap((host) => ['named', 'marked'].map((name) => [host, name, 'serves it'])),
      ['NSE: it serves this machine, introduced as named.'],
      ['BSE: it serves this machine, introduced as named.'],
    ])
    expect(documents.split('\n')).toEqual([
      'nse-issues: as expected (documents: 4, rows: 3, unreadable rows: 0)',
      'bse-issues: as expected (documents: 2, rows: 0, unreadable rows: 0)',
      'nse-bhavcopy: as expected (documents: 1, rows: 1, unreadable rows: 0)',
      'bse-bhavcopy: as expected (documents: 3, rows: 1, unreadable rows: 0)',
      'nse-deals: as expected (documents: 2, rows: 2, unreadable rows: 0)',
      'bse-deals: as expected (documents: 2, rows: 1, unreadable rows: 0)',
      'nse-holidays: as expected (documents: 2, rows: 3, unreadable rows: 0)',
      '',
    ])
    expect(code).toBe(0)
    expect(desk.hasStore()).toBe(false)
    expect(desk.requestedHosts().toSorted()).toEqual(EXCHANGE_HOSTS.toSorted())
  })

  test('requests everything, even what was downloaded before, and does not change the store', async () => {
    const desk = await openDesk()
    await desk.run('collect', 'nse-deals')
    const before = await everything(desk.url)
    desk.upstreams.log.splice(0)
    await desk.run('check-sources', 'nse-deals')
    expect(desk.upstreams.log.every((line) => line.startsWith('200 '))).toBe(true)
    expect(await everything(desk.url)).toEqual(before)
  })

  test('names a missing column and those that it found, and exits with 1', async ({ skip }) => {
    skipWithout(skip, ONCE)
    const desk = await openDesk()
    desk.upstreams.serve([...EXCHANGE_DOCUMENTS, IPOWATCH_WITHOUT_GMP])
    const { code, stdout } = await desk.run('check-sources', 'nse-deals', 'ipowatch')
    expect(code).toBe(1)
    expect(stdout.split('\n\n')[1]?.split('\n')).toEqual([
      'nse-deals: as expected (documents: 2, rows: 2, unreadable rows: 0)',
      'ipowatch: NOT as expected (documents: 0, rows: 0, unreadable rows: 0)',
      '  changed: gmp: the table has no column IPO GMP or GMP; found IPO Name, Rumour, Price Band, Est. Listing, Date, Type',
      '',
    ])
  })

  test('names a new column, which is not a fault', async ({ skip }) => {
    skipWithout(skip, ONCE)
    const desk = await openDesk()
    desk.upstreams.serve([IPOWATCH_WITH_MORE])
    const { code, stdout } = await desk.run('check-sources', 'ipowatch')
    expect(code).toBe(0)
    expect(stdout.split('\n\n')[1]?.split('\n')).toEqual([
      'ipowatch: as expected (documents: 1, rows: 1, unreadable rows: 0)',
      '  unknown column "Mood" in gmp',
      expect.stringMatching(/^ {2}no column ".+" in gmp, which is optional$/),
      '  of 1 quotes, 1 have a day of bidding, 1 a price, 0 a time',
      '',
    ])
  })

  test('reports a change when no day has a file', async ({ skip }) => {
    skipWithout(skip, ONCE)
    const desk = await openDesk()
    desk.upstreams.serve([])
    const { code, stdout } = await desk.run('check-sources', 'nse-bhavcopy')
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n\nnse-bhavcopy: NOT as expected \(documents: 0,/)
    expect(desk.upstreams.log).toHaveLength(7)
  })

  test('an exchange that cuts off is named, with what to do, and the report has no contact', async ({
    skip,
  }) => {
    skipWithout(skip, ONCE)
    const desk = await openDesk()
    desk.upstreams.fail({ 'nsearchives.nseindia.com': 'reset' })
    const report = join(temporaryFolder(), 'report.json')
    const { code, stdout } = await desk.runWith(
      { CONTACT: 'ops@acme.example' },
      ...['check-sources', 'nse-deals', '--report', report],
    )
    expect(code).toBe(1)
    const terms = 'if its terms (https://www.nseindia.com/nse-terms-of-use) allow it'
    expect(stdout).toContain(
      `\nNSE: nsearchives.nseindia.com does not serve what is used here. Collect on a line at home, ${terms}, and send the facts here (docs/operating.md). See "When an exchange refuses" and "Collect at home, serve elsewhere" there.\n`,
    )
    const written = readFileSync(report, 'utf8')
    expect(written).not.toContain('acme')
    expect(JSON.parse(written)).toMatchObject({
      hosts: ['named', 'marked', 'plain'].map((introduction) => ({
        ...{ host: 'nsearchives.nseindia.com', introduction, reception: 'cut', status: null },
      })),
      sources: [{ id: 'nse-deals', isOk: false, faults: ['refused', 'refused'] }],
    })
  })

  test('an unknown source is a usage error', async ({ skip }) => {
    skipWithout(skip, ONCE)
    const desk = await openDesk()
    const { code, stderr } = await desk.run('check-sources', 'nobody')
    expect(code).toBe(2)
    expect(stderr).toContain('there is no source "nobody"; there are exchanges, nse-issues')
    expect(desk.requests()).toEqual([])
  })
})
