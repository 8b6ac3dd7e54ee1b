import { renderToString } from 'preact-render-to-string'
import type { Instant } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import { type PageTimes, STATUS_PATH } from './copy-notices.ts'

/** Replaced by the times of the page, which are known only once its content was compared with that of the last run. */
const COPY_MARK = '<template id="copy"></template>'

export const CopyMark = () => <template id="copy" />

/** False for a page that other sites show, which has no frame. */
export const hasPageTimes = (html: string): boolean => html.includes(COPY_MARK)

/** A page of a copy with its own times, and a link to the state of the whole. The script of the page compares them with the present. */
export const withPageTimes = (html: string, times: PageTimes): string =>
  html.replace(COPY_MARK, () => renderToString(<CopyState {...times} />))

const CopyState = ({ changedAt, changesAt }: PageTimes) => (
  <p data-changed={changedAt} data-outdated={changesAt ?? ''}>
    {en.copy.changed(<Moment at={changedAt} />)}
    {changesAt !== null && en.copy.outdatedFrom(<Moment at={changesAt} />)}{' '}
    <a href={STATUS_PATH}>{en.copy.state}</a>
  </p>
)

const Moment = ({ at }: { at: Instant }) => <time dateTime={at}>{en.copy.moment(at)}</time>
