import { stageOfBids } from '../../market/issues/chances.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { Sourced } from '../evidence/sourced.tsx'

/** The chance of allotment of each group, and how it is drawn; nothing without bids. */
export function Chances({ view }: { view: IpoView }) {
  const { applications, board, state, status, moments } = view
  // Once it has listed, nobody waits for what is not known. A chance of 0 is too small for a bound.
  const chances = view.chances.filter(({ chance }) => (chance === null ? state !== 'listed' : chance > 0))
  const [first] = chances
  if (first === undefined) return null
  const stage = stageOfBids(status, first.asOf, moments.closes)
  return (
    <>
      <p>
        <strong>{en.chances.label}</strong> {en.chances.byBids[stage]}:
      </p>
      <ul>
        {chances.map((one) => {
          const lots = applications.find(({ category }) => category === one.category)?.minLots ?? 1
          return (
            <li key={one.category}>
              {en.ipo.applicant(one.category, board, lots)}:{' '}
              {one.chance !== null
                ? en.chances.outcome(one, lots, stage, (text) => <Sourced of="chances">{text}</Sourced>)
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
