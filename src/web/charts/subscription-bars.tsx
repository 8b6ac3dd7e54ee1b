import { scaleLog } from 'd3-scale'
import type { Board, Category } from '../../market/facts/fact.ts'
import type { SubscriptionEntry } from '../../reports/schemas/offer.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Times } from '../figures.tsx'
import { Table } from '../table.tsx'
import { categoryName } from './category-names.ts'
import { percent, place } from './chart.tsx'

const HEIGHT = 12
const SCALE_HEIGHT = 16
const MARKS = [1, 10, 100, 1000] as const
/** The same scale on every page, so that bars of two issues compare; it covers all multiples seen in India so far. */
const track = scaleLog([0.1, 3000], [0, 100]).clamp(true)
/** The smallest visible width, for any category with bids. */
const SLIVER = 1

/** The length of a bar in percent of the track. */
export const reach = (times: number): number => (times <= 0 ? 0 : place(Math.max(SLIVER, track(times))))

const PARTS: readonly Category[] = ['BNII', 'SNII']
const rowClass = (category: Category): string | undefined =>
  category === 'TOTAL' ? 'total' : PARTS.includes(category) ? 'part' : undefined

/** The subscription multiple of each category on a logarithmic track, with a mark at 1×. */
export const SubscriptionBars = ({ subs, board }: { subs: readonly SubscriptionEntry[]; board: Board }) => (
  <>
    <Table
      look="bars"
      columns={[
        { heading: 'Who bids', cell: ({ category }) => categoryName(category, board) },
        {
          heading: 'Times subscribed',
          look: 'figure',
          cell: ({ timesSub }, i) => (
            <Sourced of={`subs[${i}].timesSub`}>
              <Times value={timesSub} />
            </Sourced>
          ),
        },
        { heading: 'As a bar', cell: ({ timesSub }) => <Bar times={timesSub} /> },
      ]}
      rows={subs}
      rowAttributes={({ category }) => ({ class: rowClass(category) })}
    />
    <Scale />
  </>
)

const Bar = ({ times }: { times: number }) => (
  <svg class="bar" width="100%" height={HEIGHT} aria-hidden="true">
    <rect class="track" width="100%" height={HEIGHT} rx="3" />
    {times > 0 && <rect class="fill" width={percent(reach(times))} height={HEIGHT} rx="3" />}
    {MARKS.map((mark) => (
      <line
        key={mark}
        class={mark === 1 ? 'once' : 'mark'}
        x1={percent(track(mark))}
        x2={percent(track(mark))}
        y1={mark === 1 ? -3 : 0}
        y2={mark === 1 ? HEIGHT + 3 : HEIGHT}
      />
    ))}
  </svg>
)

const Scale = () => (
  <svg class="bar" width="100%" height={SCALE_HEIGHT} aria-hidden="true">
    {MARKS.map((mark) => (
      <text key={mark} class="middle" x={percent(track(mark))} y="12">
        {mark === 1000 ? '1,000×' : `${mark}×`}
      </text>
    ))}
  </svg>
)
