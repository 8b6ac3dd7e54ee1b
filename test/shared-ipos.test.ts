import { beforeAll, describe, expect, test } from 'vitest'
import { openDemoMarket } from '../src/demo/demo-market.ts'
import { istDay } from '../src/market/calendar.ts'
import { ipoList } from '../src/reports/ipos/ipo-list.ts'
import { type IpoView, ipoView } from '../src/reports/ipos/ipo-view.ts'
import { gain, plainText, rupees } from '../src/texts/format.ts'
import { ipoCard } from '../src/web/cards/cards.ts'
import { badgeSvg } from '../src/web/embed/badge.tsx'
import { embedHtml } from '../src/web/embed/embed-page.tsx'
import { sharedIpo } from '../src/web/share/shared-ipo.ts'
import { marketOf } from './support/market-data.ts'
import { needs, ONCE } from './support/needs.ts'
import { plain } from './support/pages.ts'

needs(ONCE)

const CLOCK = '2026-11-12T08:00:00.000Z'
const TODAY = istDay(CLOCK)
let reports: IpoView[] = []

beforeAll(async () => {
  const demo = await openDemoMarket(CLOCK)
  const { db, version } = demo.served()
  const moment = { version, asOf: null, clock: CLOCK }
  const market = marketOf(db)
  const { ipos } = await ipoList(market, moment, {}, null, 200)
  const found = await Promise.all(ipos.map(({ slug }) => ipoView(market, moment, slug)))
  reports = found.filter((report) => report !== undefined)
  return () => demo.close()
})

/** The visible text of everything about an IPO that travels. */
function shownOf(report: IpoView): string {
  const shared = sharedIpo(report)
  const context = { today: TODAY, isDemo: true, publicUrl: '' }
  const card = JSON.stringify({ ...ipoCard(shared, TODAY), quotes: null }).replaceAll('"', ' ')
  const all = [card, badgeSvg(shared, context), embedHtml(shared, context)]
  return plain(plainText(all.join(' ').replaceAll(/<[^>]*>/g, ' ')))
}

/**
 * What pages compute from a GMP. A figure that is also a quote, a price, a limit of the band or the gain of the listing is no
 * such figure.
 */
function computedFrom({ terms, smallest, impliedPrice, quoted, listing, gainPct }: IpoView): string[] {
  const known = [
    quoted?.gmp,
    quoted?.lowest,
    quoted?.highest,
    terms.priceMin,
    terms.priceMax,
    terms.issuePrice,
  ]
  const amounts = [impliedPrice, smallest?.gains?.median ?? null].filter(
    (value) => value !== null && value !== listing?.listingPrice && !known.includes(value),
  )
  const gains = [quoted?.gmpPct ?? null].filter((value) => value !== null)
  const listed = gainPct === null ? null : gain(gainPct)
  return [
    ...amounts.map((value) => rupees(value as number)),
    ...gains.map(gain).filter((one) => one !== listed),
  ]
}

describe('cards, badges and embedded pages of the demo market', () => {
  test('show nothing computed from the GMP', () => {
    expect(reports.length).toBeGreaterThan(100)
    const faults = reports.flatMap((report) => {
      const shown = ` ${shownOf(report)} `
      const computed = computedFrom(report).filter((figure) =>
        new RegExp(`[^\\d,.]${RegExp.escape(figure)}[^\\d,.]`).test(shown),
      )
      return [...computed, ...(shown.includes('%') && !report.listing ? ['%'] : [])].map(
        (figure) => `${report.slug}: ${figure}`,
      )
    })
    expect(faults).toEqual([])
  })

  test('have every GMP with its day, its number of sources and "unofficial"', () => {
    const quoted = reports.filter(
      ({ gmpHistory, calledOff }) => gmpHistory.days.length > 0 && calledOff === null,
    )
    expect(quoted.length).toBeGreaterThan(50)
    for (const report of quoted) {
      const shown = shownOf(report)
      // The badge has its text twice: as a title and as text.
      expect(shown.match(/unofficial/g)).toHaveLength(4)
      expect(shown.match(/\d{1,2} [A-Z][a-z]{2} \d{4}(, \d+ days old)?,\s+\d+ sources?/g)?.length).toBe(4)
    }
  })

  test('have no green and no red', () => {
    const coloured = reports.filter((report) => {
      const shared = sharedIpo(report)
      const context = { today: TODAY, isDemo: true, publicUrl: '' }
      const drawn = badgeSvg(shared, context) + embedHtml(shared, context)
      return /class="[^"]*\b(up|down)\b|#0a6b3b|#a92a20/.test(drawn)
    })
    expect(coloured).toEqual([])
  })
})
