import { addDays, type Day } from '../../market/calendar.ts'
import { MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import type { ExampleAnswer } from '../../request/example-answer.ts'
import { BASE } from '../../request/paths.ts'
import { Snippet, shownOrigin } from '../texts/snippet.tsx'
import { Typed } from '../texts/text-page.tsx'
import { cutShort } from './cut-short.ts'
import { Folded } from './folded.tsx'

interface GuideProps {
  readonly answers: readonly ExampleAnswer[]
  /** The answer to an invalid request. */
  readonly refusal: ExampleAnswer
  readonly publicUrl: string
  readonly today: Day
}

/** What holds for all endpoints: values, polling, long lists, the past, browsers and errors. */
export const Guide = ({ answers, refusal, publicUrl, today }: GuideProps) => {
  const origin = shownOrigin(publicUrl)
  return (
    <>
      <h2 id="guide">Good to know</h2>
      <Values />
      <Polling list={answers.find(({ operationId }) => operationId === 'listIpos')} origin={origin} />
      <LongLists next={answers.find(({ headers }) => headers.Link?.includes('rel="next"'))} />
      <Folded id="past" title="The past">
        <p>
          With <code>asOf</code>, a date-time or a day, every endpoint answers as it would have at a past
          moment, from what was known then. This lets you test an idea without hindsight. The scoreboard a
          week ago:
        </p>
        <Snippet>{`curl "${origin}${BASE}/scoreboard?asOf=${addDays(today, -7)}T12:00:00Z"`}</Snippet>
      </Folded>
      <Folded id="browsers" title="From a browser">
        <p>
          Any website may use the data: answers have <code>Access-Control-Allow-Origin: *</code>, and scripts
          can read the headers named here. The browser stores and compares the tags by itself.
        </p>
      </Folded>
      <Folded id="errors" title="Errors">
        <p>
          An error has <code>"ok": false</code>, a <code>code</code> for programs and a <code>message</code>{' '}
          that explains what was wrong. Errors are never cached. Unknown parameters are ignored and named in
          the header <code>X-Ignored-Parameters</code>.
        </p>
        <Snippet>{`curl "${origin}${refusal.path}"`}</Snippet>
        <Typed>{cutShort(refusal.body)}</Typed>
      </Folded>
    </>
  )
}

const Values = () => (
  <Folded id="reading" title="What the values mean">
    <ul>
      <li>
        <strong>Unknown is null, never 0.</strong> A GMP of 0 is a quote of zero; null is no quote.
      </li>
      <li>
        <strong>Days are days in India.</strong> <code>openDate</code>, <code>closeDate</code> and{' '}
        <code>tradeDate</code> are written as 00:00 UTC of that day: use the first ten characters, and do not
        convert them to another time zone. Other times are in UTC.
      </li>
      <li>
        <strong>Money is in rupees</strong>, and in crore in fields ending in <code>Cr</code>. Subscription is
        in times. Percentages and errors have 2 decimals.
      </li>
      <li>
        <strong>GMP is unofficial.</strong> <code>gmpSources</code> is the number of independent sources that
        quoted today, <code>gmpSpread</code> the gap between the highest and the lowest quote, and{' '}
        <code>gmpDisputed</code> is true where this gap is too large.
      </li>
    </ul>
    <p>
      <a href="/method">How every figure is worked out</a>
    </p>
  </Folded>
)

/** How to poll often without burdening the service. */
const Polling = ({ list, origin }: { list: ExampleAnswer | undefined; origin: string }) => (
  <Folded id="polling" title="Polling">
    <p>
      Every answer has an <code>ETag</code>. Send it back as <code>If-None-Match</code>: if nothing has
      changed you get an empty <code>304</code>, which counts as a tenth of a request. With the present tag of
      the list of IPOs:
    </p>
    {list && <Snippet>{`curl -i -H 'If-None-Match: ${list.headers.ETag}' "${origin}${list.path}"`}</Snippet>}
    <p>Or let curl store the tag, and run this at most once a minute:</p>
    <Snippet>
      {`curl -s --etag-compare ipos.etag --etag-save ipos.etag -o ipos.json \\\n  "${origin}${BASE}/ipos"`}
    </Snippet>
    <ul>
      <li>
        <code>Cache-Control: max-age</code> is how long an answer stays valid: {MAX_AGE_SECONDS} seconds, or
        less when it is about to change, as at the close of bidding.
      </li>
      <li>
        <code>X-Market-Version</code> is the position of an answer. <code>/changes?since=POSITION</code> gives
        what has changed since.
      </li>
      <li>
        Too many requests in a minute get a <code>429</code>. Wait for the seconds in <code>Retry-After</code>
        . <code>RateLimit-Policy</code> has the limit.
      </li>
      <li>
        With <code>Accept-Encoding</code> answers are compressed. Each encoding has its own <code>ETag</code>.
      </li>
    </ul>
  </Folded>
)

const LongLists = ({ next }: { next: ExampleAnswer | undefined }) => (
  <Folded id="walking" title="Long lists">
    <p>
      A list with further pages has a <code>Link</code> header with <code>rel="next"</code>. Follow it until
      there is none. All pages are from the same moment, so no row is repeated or missed;{' '}
      <code>X-Total-Count</code> is the number of all rows. Do not build cursors yourself.
    </p>
    {next && <Typed>{headersOf(next)}</Typed>}
  </Folded>
)

/** The headers as `curl -i` shows them; a cursor is shortened because it is long and opaque. */
function headersOf({ path, headers }: ExampleAnswer): string {
  const lines = ['X-Total-Count', 'Link'].flatMap((name) => {
    const value = headers[name]?.replace(/(cursor=.{12})[^>]*/, '$1…')
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  return [`GET ${path}`, ...lines].join('\n')
}
