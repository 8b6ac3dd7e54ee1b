import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ipowatch } from '../src/sources/ipowatch/ipowatch.ts'
import type { ReportedGmp } from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** Real pages, which are stored beside the project and not in it. */
const DAYS = new URL('../../shared/captures/days/', import.meta.url)
const pageOf = (day: string) => new URL(`${day}/ipowatch/gmp.html`, DAYS)
const days = existsSync(DAYS) ? readdirSync(DAYS).filter((day) => existsSync(pageOf(day))) : []

/** Name, GMP, price, estimate, dates and board of each row, cut out of the page without an HTML parser. */
const rowsOf = (html: string) =>
  html
    .split('<tr>')
    .slice(2)
    .map((line) => [...line.matchAll(/<td>(.*?)<\/td>/g)].map(([, text = '']) => text.replace('&amp;', '&')))

const amountIn = (text: string) => Number(/-?[\d,.]+/.exec(text)?.[0].replaceAll(',', ''))

const isThere = days.length > 0
needs(captures(isThere))

describe('IPOWatch', () => {
  test.each(isThere ? days : ['any day'])('every quote of the page of %s is parsed, and no other', (day) => {
    const body = readFileSync(pageOf(day), 'utf8')
    const url = 'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/'
    const reading = ipowatch.read({
      document: 'gmp',
      url,
      day: null,
      fetchedAt: `${day}T14:00:00.000Z`,
      body,
    })
    const rows = rowsOf(body)
    const quoted = rows.filter(
      ([, gmp = '', , estimate = '']) => amountIn(gmp) !== 0 || /^₹\d/.test(estimate),
    )
    const said = reading.entries.map((entry) => ('said' in entry ? (entry.said as ReportedGmp) : entry))
    expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
    expect(said).toMatchObject(
      quoted.map(([company, gmp = '', price = '', , dates = '', type]) => ({
        subject: {
          name: company,
          board: type === 'SME' ? 'SME' : 'MAINBOARD',
          priceMax: /\d/.test(price) ? amountIn(price) * 100 : null,
          closeDate: /^\d/.test(dates) ? expect.stringMatching(/^2026-0[678]-/) : null,
        },
        gmp: Math.round(amountIn(gmp) * 100),
        observedAt: day,
        printed: gmp,
      })),
    )
  })
})
