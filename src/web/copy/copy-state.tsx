import { renderToString } from 'preact-render-to-string'
import type { Instant } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import { type PageTimes, STATUS_PATH } from './copy-notices.ts'

/** Replaced by the times of the page, which are known only once its content was compared with that of the last run. */
const COPY_MARK = /<template id="copy"(?<short> class="short")?><\/template>/

/** Short: where there is little room, as in a frame on another site. */
export const CopyMark = ({ isShort = false }) => <template id="copy" class={isShort ? 'short' : undefined} />

/** False for what is no page, such as a feed. */
export const hasPageTimes = (html: string): boolean => COPY_MARK.test(html)

/** A page of a copy with its own times, and a link to the state of the whole. The script of the page compares them with the present. */
export const withPageTimes = (html: string, times: PageTimes): string =>
  html.replace(COPY_MARK, (_mark, short) =>
    renderToString(short ? <ShortState {...times} /> : <CopyState {...times} />),
  )

const CopyState = ({ changedAt, changesAt }: PageTimes) => (
  <p data-changed={changedAt} data-outdated={changesAt ?? ''}>
    {en.copy.changed(<Moment at={changedAt} />)}
    {changesAt !== null && en.copy.outdatedFrom(<Moment at={changesAt} />)}{' '}
    <a href={STATUS_PATH}>{en.copy.state}</a>
  </p>
)

const ShortState = ({ changedAt, changesAt }: PageTimes) => (
  <p data-changed={changedAt} class="note">
    {en.copy.asOf(<Moment at={changedAt} />)}
    {changesAt !== null && en.copy.goodUntil(<Moment at={changesAt} />)}
  </p>
)

const Moment = ({ at }: { at: Instant }) => <time dateTime={at}>{en.copy.moment(at)}</time>
