import type { Category } from '../../market/facts/fact.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import type { FigureRule } from '../../reports/schemas/evidence.ts'
import { en } from '../../texts/en.ts'
import { isolated, longDay } from '../../texts/format.ts'
import { categoryName } from '../charts/category-names.ts'
import { sourceName } from '../figures.tsx'

/** The names of figures that are no terms; terms and the figures of lists have theirs in `texts/en/fields.ts`. */
const NAMES: Readonly<Record<string, string>> = {
  withdrawn: 'Withdrawn or postponed',
  gmpSources: 'Sources that quoted today',
  gmpDisputed: 'Sources disagree',
  'dispute.day': 'Last day with a quote',
  'dispute.owners': 'Sources that quoted on that day',
  'listing.listingPrice': 'Listing price',
  'listing.listedOn': 'Listed on',
  'listing.exchange': 'Exchange of the listing price',
  'listing.high': 'High of the listing day',
  'listing.low': 'Low of the listing day',
  'listing.close': 'Close of the listing day',
  'listing.volume': 'Shares traded on the listing day',
  'listing.deliveredPct': 'Delivered, of the shares traded',
  'listing.atLimit': 'Opened at a price limit',
  application: 'What you can apply for',
  range80: 'Range around the GMP',
}

export function figureName({ figure: { path }, board, facts: [first] }: FigureWithFacts): string {
  if (first?.kind === 'subscription' && path !== 'lastSubX')
    return `Subscription: ${categoryName(first.said.category as Category, board)}`
  if (first?.kind === 'gmp' && path.endsWith('].gmp'))
    return `${isolated(sourceName(first.source))}, ${longDay(String(first.observedAt))}`
  return NAMES[path] ?? en.fieldLabel(path)
}

/** How a figure is derived, in one sentence. */
export const RULE_TEXTS: Readonly<Record<FigureRule, string>> = {
  address: 'Made from the name.',
  'strongest-word': 'Latest figure from the most trusted source.',
  'called-off': 'Whether it was withdrawn, or postponed without new dates.',
  status: 'From the dates and the time in India.',
  'working-days': 'Counted in working days, without weekends and the holidays below.',
  application: 'From the lot size, the price and the rules for each investor category.',
  listing: 'The first trade on NSE, else on BSE.',
  limit: 'Whether an SME share opened exactly at a price limit of the exchange.',
  'last-word': 'Latest quote of this source for that day.',
  'last-day': 'Latest day with a quote.',
  'one-voice': 'Sources with the same owner count once.',
  median: 'Middle value of the latest quotes.',
  spread: 'Highest quote minus lowest quote of that day.',
  dispute: 'They disagree when this gap is more than half of the GMP.',
  distance: 'Quote minus the middle value.',
  today: 'Sources with the same owner count once.',
  percentage: 'GMP divided by the price.',
  range: 'How far past listings opened from their GMP, applied to the GMP of this IPO.',
  'newest-reading': 'Latest figure from the order book.',
}

/** Why a report is not used. */
export const OUTVOTED_TEXTS: Readonly<Record<OutvotedBy, string>> = {
  retracted: 'retracted',
  'lower-rank': 'another source is trusted more',
  'older-word': 'there is a newer figure',
  'later-word': 'updated later',
  'taken-back': 'withdrawn by the source',
  'same-owner': 'another source of the same owner quoted later',
  'earlier-day': 'older quote',
  'after-listing': 'quoted after listing',
  'other-exchange': 'the other exchange is used',
  'other-book': 'another order book is used',
  'older-reading': 'there is a newer figure',
  contradicted: 'the next two figures of the source are less than half of it',
}

/** The id of a figure on a page, without characters that need escaping in an address. */
export const figureId = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')
