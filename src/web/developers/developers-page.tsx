import { restOfMinute } from '../../reports/moment.ts'
import type { LiveAnswer, LiveAnswers } from '../../request/live-answer.ts'
import { BASE } from '../../request/paths.ts'
import type { Page, PageRequest } from '../page.ts'
import { TermsOfUse } from '../texts/terms-of-use.tsx'
import { TextPage, Typed } from '../texts/text-page.tsx'
import { cutShort } from './cut-short.ts'
import type { OpenApi } from './openapi-reading.ts'
import { PolitePolling } from './polite-polling.tsx'
import { shellAddress } from './shell-address.ts'

export interface DevelopersContext {
  readonly document: OpenApi
  readonly publicUrl: string
  readonly live: LiveAnswers
}

/** The page for developers: endpoints, live answers, and how to poll politely. */
export function developersPage({ query, today }: PageRequest<unknown>, context: DevelopersContext): Page {
  const { document, live, publicUrl } = context
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }))
  const shown = operations.filter(({ path }) => path !== BASE)
  return {
    title: 'For developers',
    description:
      'Free JSON on Indian IPOs, grey-market premium, bulk and block deals and the scoreboard: no key, live examples, and how to poll politely.',
    path: '/developers',
    json: BASE,
    span: restOfMinute(query.moment.clock),
    content: (
      <TextPage
        title="The data, as JSON"
        lead={
          <>
            Everything on these pages can be asked for as JSON: no key, no account, from any program or
            browser. What you see below are answers of this very service, a minute old at most.
          </>
        }
        places={[
          { id: 'start', label: 'Start' },
          ...shown.map(({ operationId, summary }) => ({ id: operationId, label: summary })),
          { id: 'reading', label: 'What the values mean' },
          { id: 'polling', label: 'Asking politely' },
          { id: 'walking', label: 'Long lists' },
          { id: 'past', label: 'The past' },
          { id: 'browsers', label: 'From a browser' },
          { id: 'errors', label: 'Errors' },
          { id: 'terms', label: 'Terms of use' },
        ]}
      >
        <Start publicUrl={publicUrl} />
        {shown.map(({ operationId, path, summary, description }) => (
          <section key={operationId}>
            <h2 id={operationId}>{summary}</h2>
            <p>
              {description} <a href={`/docs#${operationId}`}>All its fields and parameters</a>
            </p>
            <Shown
              answer={live.answers.find((each) => each.operationId === operationId)}
              path={path}
              publicUrl={publicUrl}
            />
          </section>
        ))}
        <Values />
        <PolitePolling answers={live.answers} publicUrl={publicUrl} today={today} />
        <Errors refusal={live.refusal} publicUrl={publicUrl} />
        <h2 id="terms">Terms of use</h2>
        <TermsOfUse />
        <p>
          On our side, no field is removed or given another meaning without notice: the headers{' '}
          <code>Deprecation</code> and <code>Sunset</code> announce it. New fields may come at any time, so
          ignore what you do not know.
        </p>
      </TextPage>
    ),
  }
}

const Start = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="start">Start</h2>
    {publicUrl === '' && (
      <>
        <p>Put the address at which you see this page here:</p>
        <Typed>GREYMARK=https://YOUR-ADDRESS</Typed>
        <p>Then:</p>
      </>
    )}
    <Typed>{`curl ${shellAddress(publicUrl, `${BASE}/ipos?status=OPEN`)}`}</Typed>
    <p>
      With <code>detail=full</code> each IPO of the list comes with its terms, documents, expected days and
      what one may apply for: one request instead of one per issue.
    </p>
    <Typed>{`curl ${shellAddress(publicUrl, `${BASE}/ipos?status=OPEN&detail=full`)}`}</Typed>
    <p>
      <a href="/docs">The reference</a> describes every parameter and field;{' '}
      <a href="/openapi.json">the same as OpenAPI 3.1</a>, for tools.
    </p>
  </>
)

const Errors = ({ refusal, publicUrl }: { refusal: LiveAnswer; publicUrl: string }) => (
  <>
    <h2 id="errors">Errors</h2>
    <p>
      An error has <code>"ok": false</code>, a <code>code</code> for programs and a <code>message</code> that
      says what would be right. It is never kept by a cache. A parameter that is not known is no error:{' '}
      <code>X-Ignored-Parameters</code> names it.
    </p>
    <Typed>{`curl ${shellAddress(publicUrl, refusal.path)}`}</Typed>
    <Typed>{cutShort(refusal.body)}</Typed>
  </>
)

function Shown({
  answer,
  path,
  publicUrl,
}: {
  answer: LiveAnswer | undefined
  path: string
  publicUrl: string
}) {
  if (!answer) {
    return (
      <>
        <Typed>{`curl ${shellAddress(publicUrl, path)}`}</Typed>
        <p class="missing">There is no example yet: no IPO is tracked.</p>
      </>
    )
  }
  return (
    <>
      <Typed>{`curl ${shellAddress(publicUrl, answer.path)}`}</Typed>
      <p class="quiet small">
        Its answer just now, lists and long texts cut short. <a href={answer.path}>The whole answer</a>
      </p>
      <Typed>{cutShort(answer.body)}</Typed>
    </>
  )
}

const Values = () => (
  <>
    <h2 id="reading">What the values mean</h2>
    <ul>
      <li>
        <strong>Unknown is null, never 0.</strong> A GMP of 0 is a quote of zero; null is no quote.
      </li>
      <li>
        <strong>Days are days in India.</strong> <code>openDate</code>, <code>closeDate</code> and{' '}
        <code>tradeDate</code> are such days written as 00:00 UTC: take the first ten characters, and do not
        shift them. Moments are in UTC.
      </li>
      <li>
        <strong>Money is in rupees</strong>, in fields ending in <code>Cr</code> in crore. Subscription is in
        times. Percentages and errors have 2 decimals.
      </li>
      <li>
        <strong>GMP is hearsay.</strong> <code>gmpSources</code> counts independent owners of today,{' '}
        <code>gmpSpread</code> how far apart they are, and <code>gmpDisputed</code> says that this is too far.
      </li>
    </ul>
    <p>
      <a href="/method">Every rule in words</a>
    </p>
  </>
)
