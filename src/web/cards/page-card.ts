import { asciiUpper } from '../../market/text-order.ts'
import { harmless } from '../../texts/format.ts'

/** The picture that is shown beside a link to a page. */
export interface PageCard {
  readonly path: string
  /** For people who do not see it. */
  readonly alt: string
}

/** For every page without a card of its own. */
export const TODAY_CARD: PageCard = {
  path: '/cards/today.png',
  alt: 'The IPOs that are open now, with their closing days',
}

export const SCOREBOARD_CARD: PageCard = {
  path: '/cards/scoreboard.png',
  alt: 'How far off the grey-market premium (GMP) has been',
}

export const ipoPageCard = ({ slug, name }: { readonly slug: string; readonly name: string }): PageCard => ({
  path: `/cards/ipos/${slug}.png`,
  alt: `${harmless(name)} IPO: unofficial GMP with its day and sources, price band and dates`,
})

export const symbolPageCard = (symbol: string): PageCard => ({
  path: `/cards/deals/${encodeURIComponent(asciiUpper(symbol))}.png`,
  alt: `The latest bulk and block deals in ${harmless(symbol)}`,
})
