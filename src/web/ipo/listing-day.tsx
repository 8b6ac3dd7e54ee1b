import type { Listing } from '../../reports/schemas/ipos.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, Rupees, Share } from '../figures.tsx'

/** The prices and the trade of the listing day; nothing while only the opening price is known. */
export function ListingDay({ listing }: { listing: Listing }) {
  const { high, low, close, volume, deliveredPct, exchange } = listing
  if ([high, low, close, volume, deliveredPct].every((value) => value === null)) return null
  const figures = [
    ['High', 'high', <Rupees value={high} />],
    ['Low', 'low', <Rupees value={low} />],
    ['Close', 'close', <Rupees value={close} />],
    ['Shares traded', 'volume', <Count value={volume} />],
    ['Delivered', 'deliveredPct', <Share value={deliveredPct} />],
  ] as const
  return (
    <>
      <p class="listing-day">Listing day on {exchange}</p>
      <dl class="small-figures">
        {figures.map(([label, key, value]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Sourced of={`listing.${key}`}>{value}</Sourced>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const LIMITS = {
  upper: 'opened at the upper limit for SME shares',
  lower: 'opened at the lower limit for SME shares',
} as const

/** A price at a limit was cut off: without the limit it would have opened further away. */
export const LimitMark = ({ atLimit }: Pick<Listing, 'atLimit'>) =>
  atLimit === null ? null : <span class="doubt-tag">{LIMITS[atLimit]}</span>
