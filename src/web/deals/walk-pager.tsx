import type { DealCursor } from '../../reports/deals/deals.ts'
import { type DealsWalk, pageAfter } from './deals-walk.ts'

interface WalkPagerProps {
  /** The address of the first page. */
  readonly first: string
  readonly path: string
  readonly walk: DealsWalk
  readonly next: DealCursor | null
}

/** Links to older deals, and back to the newest. */
export const WalkPager = ({ first, path, walk, next }: WalkPagerProps) =>
  walk.after === null && next === null ? null : (
    <nav class="pager" aria-label="Pages of deals">
      {walk.after !== null && <a href={first}>Newest deals</a>}
      {next === null ? (
        <span class="quiet">No older deals.</span>
      ) : (
        <a href={pageAfter(path, walk, next)} rel="next">
          Older deals
        </a>
      )}
    </nav>
  )
