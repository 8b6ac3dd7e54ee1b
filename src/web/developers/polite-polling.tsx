import { addDays, type Day } from '../../market/calendar.ts'
import { MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import type { LiveAnswer } from '../../request/live-answer.ts'
import { BASE } from '../../request/paths.ts'
import { Typed } from '../texts/text-page.tsx'
import { shellAddress } from './shell-address.ts'

interface PolitePollingProps {
  readonly answers: readonly LiveAnswer[]
  readonly publicUrl: string
  readonly today: Day
}

/** How to poll often without burdening the service. */
export const PolitePolling = ({ answers, publicUrl, today }: PolitePollingProps) => {
  const list = answers.find(({ operationId }) => operationId === 'listIpos')
  const next = answers.find(({ headers }) => headers.Link?.includes('rel="next"'))
  return (
    <>
      <h2 id="polling">Asking politely</h2>
      <p>
        Every answer has an <code>ETag</code>. Send it back as <code>If-None-Match</code>: if nothing has
        changed you get an empty <code>304</code>, which counts as a tenth of a request. The tag of the list
        of IPOs is this just now:
      </p>
      {list && (
        <Typed>{`curl -i -H 'If-None-Match: ${list.headers.ETag}' ${shellAddress(publicUrl, list.path)}`}</Typed>
      )}
      <p>Or let curl keep the tag, and run this as often as once a minute:</p>
      <Typed>
        {`curl -s --etag-compare ipos.etag --etag-save ipos.etag -o ipos.json \\\n  ${shellAddress(publicUrl, `${BASE}/ipos`)}`}
      </Typed>
      <ul>
        <li>
          <code>Cache-Control: max-age</code> says how long an answer holds: {MAX_AGE_SECONDS} seconds, or
          less when the clock is about to change it, as at the end of bidding. Asking sooner brings nothing
          new.
        </li>
        <li>
          <code>X-Market-Version</code> is the position of an answer: the version of the market, and since
          when the answer is what it is. What has changed since a position is at <code>/changes?since=</code>.
        </li>
        <li>
          Too many requests in a minute get a <code>429</code>. Wait for as many seconds as{' '}
          <code>Retry-After</code> says. <code>RateLimit-Policy</code> tells the limit beforehand.
        </li>
        <li>
          Answers come compressed to those who send <code>Accept-Encoding</code>. The tag belongs to the
          encoding: compare like with like.
        </li>
      </ul>
      <h2 id="walking">Long lists</h2>
      <p>
        A list that goes on has a <code>Link</code> header with <code>rel="next"</code>. Follow it until there
        is none. All pages of one walk show the same moment, so that nothing comes twice and nothing is
        missed; <code>X-Total-Count</code> says how many there are in all. Do not build cursors yourself.
      </p>
      {next && <Typed>{headersOf(next)}</Typed>}
      <h2 id="past">The past</h2>
      <p>
        With <code>asOf</code> every endpoint answers as it would have at a past moment, from what was known
        then. Use it to test an idea without knowing the end of the story. The scoreboard a week ago:
      </p>
      <Typed>{`curl ${shellAddress(publicUrl, `${BASE}/scoreboard?asOf=${addDays(today, -7)}T12:00:00Z`)}`}</Typed>
      <h2 id="browsers">From a browser</h2>
      <p>
        Any page may ask: answers carry <code>Access-Control-Allow-Origin: *</code>, and the headers named
        here can be read. The browser keeps and compares the tags by itself.
      </p>
      <Typed>{inScript(publicUrl)}</Typed>
    </>
  )
}

/** The headers as `curl -i` shows them; a cursor is shortened because it is long and opaque. */
function headersOf({ path, headers }: LiveAnswer): string {
  const lines = ['X-Total-Count', 'Link'].flatMap((name) => {
    const value = headers[name]?.replace(/(cursor=.{12})[^>]*/, '$1…')
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  return [`GET ${path}`, ...lines].join('\n')
}

const inScript = (
  publicUrl: string,
): string => `const answer = await fetch('${publicUrl}${BASE}/ipos?status=OPEN')
const { ipos, disclaimer } = await answer.json()`
