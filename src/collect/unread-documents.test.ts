import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../sources/source.ts'
import { fresh, Market, nse, plainSource, quote, terms, tracker } from './collect-round.test-market.ts'
import { UpstreamFault } from './download/upstream-fault.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`

const bad = { rule: 'time-unreadable', reason: '"this week" is no time stamp' }
const badOf = (symbol: string) => ({ ...bad, about: { ...UNNAMED_SUBJECT, symbol } })

describe('a document of which no row could be read', () => {
  test('is a fault of its source, though its columns are there, and its rows are refused', async () => {
    const market = await Market.open()
    const report = await market.collectPage(tracker, at('02'), [bad, bad, bad])
    expect(report).toMatchObject({ outcome: 'failed', fault: 'changed', read: 3, refused: 3 })
    expect(report.words).toBe(
      'list: nothing in its 3 rows could be read: time-unreadable: "this week" is no time stamp',
    )
    expect(new Set(await market.rules())).toEqual(new Set(['time-unreadable']))
  })

  test('does not count as the last reading', async () => {
    const market = await Market.open()
    const requested: (string | null)[] = []
    const curious = plainSource('ipowatch', 'IPOWatch', {
      plan: (context) => {
        requested.push(context.lastRead('list'))
        return tracker.plan(context)
      },
    })
    await market.collectPage(curious, at('01'), [])
    await market.collectPage(curious, at('02'), [bad, bad, bad])
    await market.collectPage(curious, at('03'), [])
    expect(requested).toEqual([null, at('01'), at('01')])
  })

  test('affects no other document of its round', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const two = plainSource('ipowatch', 'IPOWatch', {
      plan: () =>
        ['a', 'b'].map((document) => ({ document, url: `https://x.example/${document}`, expects: 'json' })),
    })
    const report = await market.collect(two, at('02'), async ({ document }) =>
      fresh(JSON.stringify(document === 'a' ? [bad, bad, bad] : [quote(500, '2026-03-02')])),
    )
    expect(report).toMatchObject({ outcome: 'partial', fault: 'changed', taken: 1, refused: 3 })
  })

  const withoutQuotes = (rows: number) =>
    plainSource('ipowatch', 'IPOWatch', {
      read: (answer) => ({ ...tracker.read(answer), rows: tracker.read(answer).rows + rows }),
    })

  test.each([
    ['one row can be read', tracker, [bad, bad, bad, quote(500, '2026-03-02')], 'done'],
    ['there are only two rows', tracker, [bad, bad], 'done'],
    ['more than half of the rows have no quote', withoutQuotes(3), [bad, bad], 'done'],
    ['half of the rows have no quote', withoutQuotes(2), [bad, bad], 'failed'],
    ['no row has a quote', withoutQuotes(9), [], 'done'],
    ['the rows are about any security', tracker, ['A', 'B', 'C'].map(badOf), 'done'],
  ])('%s', async (_rule, source, page, outcome) => {
    const market = await Market.open()
    expect(await market.collectPage(source, at('02'), page)).toMatchObject({ outcome })
  })
})

describe('day files that cannot be read', () => {
  const days = ['02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`)
  const daily = plainSource('nse-bhavcopy', 'nse', {
    isDated: true,
    plan: (context) =>
      context.days.map((day) => ({ document: day, url: `https://x.example/${day}`, expects: 'json', day })),
  })

  const emptyAnswer = () => {
    throw new UpstreamFault('changed', 'x.example: an empty answer')
  }
  test.each([
    ['are not in the known layout', () => fresh('<html>Sorry</html>')],
    ['are empty', emptyAnswer],
  ])('three in a row that %s are enough: the source is not asked again', async (_name, answer) => {
    const market = await Market.open()
    const requested: string[] = []
    const get = async ({ document }: { document: string }) => {
      requested.push(document)
      return answer()
    }
    const report = await market.collect(daily, at('09'), get, { days })
    expect(requested).toEqual(days.slice(0, 3))
    expect(report).toMatchObject({ outcome: 'failed', fault: 'changed', isBrokenOff: true })
  })

  test('only now and then do not prevent the others from being requested', async () => {
    const market = await Market.open()
    const get = async ({ document }: { document: string }) =>
      fresh(document === '2026-03-04' ? '[]' : '<html>')
    const report = await market.collect(daily, at('09'), get, { days: days.slice(0, 5) })
    expect(report).toMatchObject({ outcome: 'partial', asked: 5 })
    expect(report.words).toContain('(and 3 more)')
  })

  test('of a source without days do not stop the requests: each is another document', async () => {
    const market = await Market.open()
    const requested: string[] = []
    const details = plainSource('nse-issues', 'nse', {
      plan: () =>
        ['a', 'b', 'c', 'd'].map((document) => ({
          document,
          url: `https://x.example/${document}`,
          expects: 'json',
        })),
    })
    await market.collect(details, at('09'), async ({ document }) => {
      requested.push(document)
      return fresh('<html>')
    })
    expect(requested).toEqual(['a', 'b', 'c', 'd'])
  })
})
