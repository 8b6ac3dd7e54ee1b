import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { Sourced } from '../evidence/sourced.tsx'

/** The chance of allotment of each group, and how it is drawn; nothing without bids. */
export function Chances({ view }: { view: IpoView }) {
  const { applications, board, state, moments } = view
  const isOpen = state === 'open'
  // Once it has listed, nobody waits for what is not known. A chance of 0 is too small for a bound.
  const chances = view.chances.filter(({ chance }) => (chance === null ? state !== 'listed' : chance > 0))
  const [first] = chances
  if (first === undefined) return null
  const isFinal = moments.closes !== null && first.asOf >= moments.closes
  return (
    <>
      <p class="list-head">
        <strong>{en.chances.label}</strong>{' '}
        {en.chances.byBids[isOpen ? 'now' : isFinal ? 'final' : 'earlier']}:
      </p>
      <ul>
        {chances.map((one) => {
          const lots = applications.find(({ category }) => category === one.category)?.minLots ?? 1
          return (
            <li key={one.category}>
              {en.ipo.applicant(one.category, board, lots)}:{' '}
              {one.chance !== null
                ? en.chances.outcome(one, lots, isOpen, (text) => <Sourced of="chances">{text}</Sourced>)
                : en.chances.notKnown(one.allotments !== null)}
            </li>
          )
        })}
      </ul>
      <p class="quiet small">
        {en.chances.howDrawn} <a href="/method#the-chance-of-allotment">{en.chances.method}</a>
      </p>
    </>
  )
}
