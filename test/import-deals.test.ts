import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Env, runHere } from './support/command-line.ts'
import { needs, ONCE } from './support/needs.ts'
import { emptyStoreUrl, temporaryFolder } from './support/store.ts'

const emptyStore = async (): Promise<Env> => ({ DATABASE_URL: await emptyStoreUrl() })

const run = (args: readonly string[], env: Env, stdin: string | Buffer = '') =>
  runHere(args, { env, stdin, now: () => new Date().toISOString() })

function fileNamed(name: string, content: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}

async function factsIn(env: Env): Promise<Record<string, unknown>[]> {
  const { stdout } = await run(['export'], env)
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

const NSE_HEAD =
  '\uFEFF"Date ","Symbol ","Security Name ","Client Name ","Buy / Sell ","Quantity Traded ","Trade Price / Wght. Avg. Price ","Remarks "'
const NSE_ROWS = [
  '"07-MAR-2025","KAMALTEX","Kamal Textiles Limited","NEEL  VENTURES LLP","BUY","1,02,70,000","1,028.50","-"',
  '"10-MAR-2025","KAMALTEX","Kamal Textiles Limited","SURAJ FUND","SELL","1,25,000","467.70","-"',
  '"10-MAR-2025","KAMALTEX","Kamal Textiles Limited","SURAJ FUND","SELL","1,25,000","467.70","-"',
]
/** The last two rows are equal, and both are deals. */
const NSE = [NSE_HEAD, ...NSE_ROWS].join('\n')
const BAD_ROW = '"10-MAR-2025","KAMALTEX","Kamal Textiles Limited","SURAJ FUND","HOLD","1,000","467.70","-"'

const BSE = `Deal Date,Security Code,Security Name,Client Name,Deal Type *,Quantity,Price **
10/03/2025,990011,KAMALTEX,NEEL VENTURES LLP,B,1178000,1265.00
10/03/2025,990011,KAMALTEX,SURAJ FUND,S,1178000,1265.00
`

const ARCHIVE = `Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price,Remarks
10-MAR-2025,KAMALTEX,Kamal Textiles Limited,SURAJ FUND,SELL,125000,467.70,-
10-MAR-2025,KAMALTEX,Kamal Textiles Limited,SURAJ FUND,SELL,125000,467.70,-
`

describe('import-deals', () => {
  test("accepts NSE's download with equal rows, and knows all of it the second time", async () => {
    const env = await emptyStore()
    const file = fileNamed('Bulk-Deals-07-03-2025-to-10-03-2025.csv', NSE)
    expect(await run(['import-deals', file], env)).toEqual({
      code: 0,
      stdout: '3 taken, 0 already known, 0 refused\n',
      stderr: '',
    })
    const facts = await factsIn(env)
    const deal = { fact: 'deal', exchange: 'NSE', kind: 'BULK', symbol: 'KAMALTEX', source: 'nse' }
    const sale = {
      ...deal,
      tradeDate: '2025-03-10',
      clientName: 'SURAJ FUND',
      dealType: 'SELL',
      quantity: 125_000,
    }
    expect(facts).toMatchObject([
      {
        ...deal,
        tradeDate: '2025-03-07',
        securityName: 'Kamal Textiles Limited',
        clientName: 'NEEL  VENTURES LLP',
        dealType: 'BUY',
        quantity: 10_270_000,
        price: 1028.5,
      },
      { ...sale, price: 467.7 },
      { ...sale, price: 467.7 },
    ])
    expect((await run(['import-deals', file], env)).stdout).toBe('0 taken, 3 already known, 0 refused\n')
    expect(await factsIn(env)).toEqual(facts)
  })

  test('knows the deals of the archive file in the download of the website', async () => {
    const env = await emptyStore()
    expect((await run(['import-deals', fileNamed('bulk.csv', ARCHIVE)], env)).stdout).toMatch(/^2 taken, 0 /)
    const website = fileNamed('BULK-DEALS-07-03-2025.csv', NSE)
    expect((await run(['import-deals', website], env)).stdout).toBe('1 taken, 2 already known, 0 refused\n')
  })

  test("accepts BSE's download, recognized by its headings", async () => {
    const env = await emptyStore()
    const file = fileNamed('block_deals.csv', BSE)
    expect(await run(['import-deals', file], env)).toMatchObject({ code: 0, stderr: '' })
    const deal = {
      exchange: 'BSE',
      kind: 'BLOCK',
      tradeDate: '2025-03-10',
      symbol: 'KAMALTEX',
      source: 'bse',
    }
    expect(await factsIn(env)).toMatchObject([
      { ...deal, dealType: 'BUY', quantity: 1_178_000, price: 1265 },
      { ...deal, dealType: 'SELL', quantity: 1_178_000, price: 1265 },
    ])
    expect((await run(['import-deals', file], env)).stdout).toBe('0 taken, 2 already known, 0 refused\n')
  })

  test('uses the kind that is given, whatever the file is named; equal deals of both lists are two', async () => {
    const env = await emptyStore()
    for (const kind of ['block', 'bulk']) {
      const { stdout } = await run(['import-deals', '-', '--kind', kind], env, NSE)
      expect(stdout).toBe('3 taken, 0 already known, 0 refused\n')
    }
    const kinds = (await factsIn(env)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['BLOCK', 'BLOCK', 'BLOCK', 'BULK', 'BULK', 'BULK'])
  })

  test('accepts a day without deals', async () => {
    const empty = fileNamed('block.csv', `${ARCHIVE.split('\n')[0]}\nNO RECORDS,,,,,,,\n`)
    const { code, stdout } = await run(['import-deals', empty], await emptyStore())
    expect({ code, stdout }).toEqual({ code: 0, stdout: '0 taken, 0 already known, 0 refused\n' })
  })

  test('lists bad rows with line and reason, and records nothing', async () => {
    const env = await emptyStore()
    const future = NSE_ROWS[0]?.replace('2025', '2199')
    const file = fileNamed('Bulk-Deals.csv', [NSE_HEAD, BAD_ROW, '', ...NSE_ROWS, future].join('\n'))
    const { code, stdout, stderr } = await run(['import-deals', file], env)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^0 taken, 0 already known, 2 refused: nothing was taken; .*--skip-bad\n$/)
    expect(stderr.split('\n')).toEqual([
      'line 2: dealType must be one of BUY, SELL; got "HOLD"',
      expect.stringMatching(/^line 7: tradeDate 2199-03-07 lies after the fact was recorded/),
      '',
    ])
    expect(await factsIn(env)).toEqual([])
  })

  test('--skip-bad records the good rows', async () => {
    const env = await emptyStore()
    const file = fileNamed('Bulk-Deals.csv', [NSE_HEAD, BAD_ROW, ...NSE_ROWS].join('\n'))
    const { code, stdout, stderr } = await run(['import-deals', '--skip-bad', file], env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '3 taken, 0 already known, 1 refused\n' })
    expect(stderr).toMatch(/^line 2: .+\n$/)
    expect(await factsIn(env)).toHaveLength(3)
  })

  test('--dry-run --json prints what would happen, and changes nothing', async () => {
    const env = await emptyStore()
    const file = fileNamed('Bulk-Deals.csv', NSE)
    const { stdout, stderr } = await run(['import-deals', '--dry-run', '--json', file], env)
    expect(stderr).toBe('')
    const counts = { read: 3, taken: 3, known: 0, refused: 0, dryRun: true, refusals: [] }
    expect(JSON.parse(stdout)).toEqual(counts)
    expect(await factsIn(env)).toEqual([])
  })

  describe('a wrong command line', () => {
    needs(ONCE)

    test.each<[string, string[], RegExp]>([
      ['no file', [], /give FILE/],
      ['two files', ['a-bulk.csv', 'b-bulk.csv'], /one argument too many/],
      [
        'a name without a list',
        ['deals.csv'],
        /contains neither "bulk" nor "block", or both: give --kind bulk or --kind bl/,
      ],
      ['a name that tells both lists', ['bulk-and-block.csv'], /contains neither "bulk" nor "block"/],
      ['a folder name that tells', ['/bulk/deals.csv'], /contains neither "bulk" nor "block"/],
      ['standard input', ['-'], /contains neither "bulk" nor "block"/],
      ['an unknown kind', ['bulk.csv', '--kind', 'short'], /--kind must be bulk or block; got "short"/],
      ['an unknown exchange', ['bulk.csv', '--exchange', 'mcx'], /--exchange must be nse or bse; got "mcx"/],
    ])('with %s exits with 2 and a message', async (_name, args, sentence) => {
      const { code, stdout, stderr } = await run(['import-deals', ...args], await emptyStore())
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(sentence)
    })
  })

  test.each<[string, string | Buffer, string[], RegExp]>([
    ['a file cut short', NSE.slice(0, -30), [], /cut short/],
    ['a page', '<html><body>Access Denied</body></html>', [], /HTML page/],
    ['another file', 'a,b\n1,2\n', [], /neither those of NSE nor those of BSE/],
    ['a file of the other exchange', BSE, ['--exchange', 'nse'], /no column Date, Symbol/],
    ['an old encoding', Buffer.from(NSE.replace('NEEL', 'NÉEL'), 'latin1'), [], /not UTF-8/],
  ])('%s: exits with 1 and a message, and records nothing', async (_name, body, more, sentence) => {
    const env = await emptyStore()
    const { code, stdout, stderr } = await run(['import-deals', '-', '--kind', 'bulk', ...more], env, body)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^greymark import-deals: .+\n$/)
    expect(stderr).toMatch(sentence)
    expect(await factsIn(env)).toEqual([])
  })

  test('says how to read a file that is compressed', async () => {
    const path = join(temporaryFolder(), 'Bulk-Deals.csv.gz')
    writeFileSync(path, gzipSync('Date'))
    const { code, stderr } = await run(['import-deals', path], await emptyStore())
    expect([code, stderr]).toEqual([
      1,
      'greymark import-deals: the file is compressed: use "gunzip -c FILE | greymark import-deals -"\n',
    ])
  })

  test('names a file that does not exist', async () => {
    const path = join(temporaryFolder(), 'Bulk-Deals.csv')
    expect(await run(['import-deals', path], await emptyStore())).toEqual({
      code: 1,
      stdout: '',
      stderr: `greymark import-deals: there is no file ${path}\n`,
    })
  })
})
