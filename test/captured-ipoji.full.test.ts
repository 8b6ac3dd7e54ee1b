import { existsSync, readFileSync } from 'node:fs'
import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { ipoji } from '../src/sources/ipoji/ipoji.ts'
import { captures, needs } from './support/needs.ts'

/** A real page, which is stored beside the project and not in it. */
const PAGE = new URL('../../shared/captures/formats/ipoji-gmp.html', import.meta.url)
needs(captures(existsSync(PAGE)))

const read = (body: string) =>
  ipoji.read({
    document: 'gmp',
    url: 'https://ipoji.com/ipo-gmp',
    day: null,
    fetchedAt: '2026-08-19T18:00:00.000Z',
    body,
  })

describe('a recorded page of IPO Ji', () => {
  test('every row with a quote is parsed, with its time', () => {
    const body = readFileSync(PAGE, 'utf8')
    const page = load(body)
    const rows = page('tr.gmp-row').toArray()
    const quoted = rows.filter((row) => page(row).attr('data-hasgmp') === 'true')
    const reading = read(body)
    expect(quoted.length).toBeGreaterThan(0)
    expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
    expect(reading.entries).toMatchObject(
      quoted.map((row) => ({
        row: rows.indexOf(row) + 1,
        said: {
          subject: {
            name: page(row).attr('data-name'),
            upstreamId: page(row).attr('data-rowurl'),
            board: page(row).attr('data-type')?.toUpperCase(),
            openDate: expect.any(String),
            closeDate: expect.any(String),
            // The indicative listing on the page is the upper band plus the quote.
            priceMax: 100 * (Number(page(row).attr('data-indicative')) - Number(page(row).attr('data-gmp'))),
          },
          gmp: 100 * Number(page(row).attr('data-gmp')),
          reportedAt: page(row).find('time').attr('datetime'),
        },
      })),
    )
  })

  test('a page that is cut off is rejected', () => {
    const body = readFileSync(PAGE, 'utf8')
    expect(() => read(body.slice(0, body.length * 0.6))).toThrow(/cut short/)
  })
})
