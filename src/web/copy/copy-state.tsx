import { renderToString } from 'preact-render-to-string'
import type { Instant } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'

/** The state of the whole copy, which is written at every run. */
export const STATUS_PATH = '/status.json'

/** When a page of a copy last changed, and when the clock next makes it outdated; `null` for never. */
export interface PageTimes {
  readonly changedAt: Instant
  readonly changesAt: Instant | null
}

/** Replaced by the times of the page, which are known only once its content was compared with that of the last run. */
const COPY_MARK = '<template id="copy"></template>'

export const CopyMark = () => <template id="copy" />

/** A page of a copy with its own times, and a link to the state of the whole. The script of the page compares them with the present. */
export const withPageTimes = (html: string, times: PageTimes): string =>
  html.replace(COPY_MARK, () => renderToString(<CopyState {...times} />))

const CopyState = ({ changedAt, changesAt }: PageTimes) => (
  <p data-copy={changesAt ?? ''}>
    {en.copy.changed(<Moment at={changedAt} />)}
    {changesAt !== null && en.copy.changesNext(<Moment at={changesAt} />)}.{' '}
    <a href={STATUS_PATH}>{en.copy.state}</a>
  </p>
)

const Moment = ({ at }: { at: Instant }) => <time dateTime={at}>{en.copy.moment(at)}</time>
