import { MIN_RANGE_LISTINGS, NAMED_RANGE_LISTINGS, type RangeRecord } from '../../market/scores/range.ts'
import { areEnoughListings, FEW_LISTINGS } from '../../market/scores/scoreboard.ts'
import type { HorizonRanges } from '../../reports/schemas/range.ts'
import { boardName, count, counted, share } from '../../texts/format.ts'
import { CsvLink } from '../csv-link.tsx'
import { Count, Points } from '../figures.tsx'
import { GroupTable } from '../scoreboard/group-table.tsx'
import { ShareOfListings } from '../scoreboard/share-of-listings.tsx'
import { stackedColumn, type TableColumn } from '../table.tsx'

const COLUMNS: readonly TableColumn<RangeRecord>[] = [
  stackedColumn('Listings', ({ n }) => <Count value={n} />),
  stackedColumn('With a range', ({ judged }) => <Count value={judged} />),
  stackedColumn('Opened within it', ({ held, judged, heldInterval }) => (
    <>
      <ShareOfListings hits={held} n={judged} />
      {heldInterval && areEnoughListings(judged) && (
        <small class="within">
          {share(heldInterval.low)} to {share(heldInterval.high)}
        </small>
      )}
    </>
  )),
  stackedColumn('Median width, points', ({ medianWidthPp }) => <Points value={medianWidthPp} or="none" />),
]

/** How often listings opened within the range around their GMP. */
export const RangesHeld = ({ horizon, overall, byBoard }: HorizonRanges) => (
  <section id="ranges">
    <h2>How often listings opened within the range around their GMP</h2>
    {overall.judged === 0 ? (
      <p>A range needs {MIN_RANGE_LISTINGS} earlier listings with a GMP at this stage.</p>
    ) : (
      <>
        <HeldSentence {...overall} />
        <GroupTable
          title="By board"
          of="Board"
          look="accuracy"
          columns={COLUMNS}
          groups={[
            { label: 'Both boards', figures: withMark(overall) },
            ...byBoard.map((figures) => ({ label: boardName(figures.board), figures: withMark(figures) })),
          ]}
        />
      </>
    )}
    <p class="quiet small">
      Each range uses only listings that were known before.{' '}
      {overall.judged >= NAMED_RANGE_LISTINGS &&
        'It leaves out a tenth of the past errors at each end: 80% remain. '}
      This describes the past; it is not a forecast or a recommendation.{' '}
      <a href="/method#range-around-the-gmp">Method</a>
    </p>
    {overall.judged > 0 && <CsvLink table="ranges" filter={{ horizon }} />}
  </section>
)

/** `230 of 288 listings opened within the range that was given before: 79.9%.` */
const HeldSentence = ({ held, judged }: RangeRecord) => (
  <p>
    <strong>
      {count(held)} of {counted(judged, 'listing')}
    </strong>{' '}
    opened within the range that was calculated before they listed
    {areEnoughListings(judged) ? (
      <>
        : <ShareOfListings hits={held} n={judged} />.
      </>
    ) : (
      '; these are few.'
    )}
  </p>
)

const withMark = (record: RangeRecord) => ({ ...record, isFew: record.judged < FEW_LISTINGS })
