import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { band, biddingDayText, harmless, longDay, rupees, times, uncapitalized } from '../../texts/format.ts'

/** The GMP that may stand in a title or a preview: not an old one, and not that of a listed issue. */
const currentGmp = ({ quoted, isOldGmp, state }: IpoView) =>
  quoted && !isOldGmp && state !== 'listed' ? quoted : null

const gmpInBrief = (quoted: NonNullable<IpoView['quoted']>): string =>
  en.ipoPage.gmpInBrief(en.ipo.gmpText(quoted), quoted.disputed)

/** The title of the page, for tabs and search results. */
export function ipoPageTitle(view: IpoView): string {
  const name = `${harmless(view.name)} IPO`
  if (view.calledOff !== null) return `${name}: ${view.calledOff}`
  if (view.listing) return en.ipoPage.titleListed(name, rupees(view.listing.listingPrice))
  const quoted = currentGmp(view)
  return quoted ? en.ipoPage.titleQuoted(name, gmpInBrief(quoted)) : en.ipoPage.titleUnquoted(name)
}

/** The page in a few facts. Previews travel, so nothing computed from the GMP is in it. */
export function ipoDescription(view: IpoView): string {
  const { terms, calledOff, biddingDay, timesSubscribed } = view
  const price = band(terms.priceMin, terms.priceMax)
  const name = `${harmless(view.name)} (${en.states.board(view.board)} IPO)`
  // Its dates and quotes are no longer valid.
  if (calledOff !== null) return `${name} was ${calledOff}.`
  const quoted = currentGmp(view)
  const parts = [
    name,
    ...(price === null ? [] : [`${price} a share`]),
    ...view.milestones.flatMap((one) =>
      one.day !== null && (one.kind === 'opens' || one.kind === 'closes' || one.kind === 'lists')
        ? [`${en.states.milestoneInline(one)} ${longDay(one.day)}`]
        : [],
    ),
    ...(quoted ? [en.ipoPage.gmpUnofficial(gmpInBrief(quoted), en.ipo.gmpOrigin(quoted, ''))] : []),
    ...(timesSubscribed === null
      ? []
      : [
          `subscribed ${times(timesSubscribed)}${biddingDay ? ` (${uncapitalized(biddingDayText(biddingDay))})` : ''}`,
        ]),
  ]
  return `${parts.join(', ')}.`
}
