import { restOfMinute } from '../../reports/moment.ts'
import type { ExampleAnswer, ExampleAnswers } from '../../request/example-answer.ts'
import { BASE, MCP_PATH } from '../../request/paths.ts'
import type { Page, PageRequest } from '../page.ts'
import { TermsOfUse } from '../texts/terms-of-use.tsx'
import { TextPage, type TextSection, Typed } from '../texts/text-page.tsx'
import { cutShort } from './cut-short.ts'
import { Folded } from './folded.tsx'
import { Guide } from './guide.tsx'
import { marketOperations, type OpenApi, type PathOperation } from './openapi-reading.ts'
import { LanguageSwitch, RequestExample } from './request-example.tsx'

export interface DevelopersContext {
  readonly document: OpenApi
  readonly publicUrl: string
  readonly examples: ExampleAnswers
}

const PLACES: readonly TextSection[] = [
  { id: 'start', label: 'Start' },
  { id: 'endpoints', label: 'Endpoints' },
  { id: 'guide', label: 'Good to know' },
  { id: 'reading', label: 'What the values mean' },
  { id: 'polling', label: 'Polling' },
  { id: 'walking', label: 'Long lists' },
  { id: 'past', label: 'The past' },
  { id: 'browsers', label: 'From a browser' },
  { id: 'errors', label: 'Errors' },
  { id: 'terms', label: 'Terms of use' },
]

/** The page for developers: the first requests, every endpoint with its present answer, and a short guide. */
export function developersPage({ query, today }: PageRequest<unknown>, context: DevelopersContext): Page {
  const { document, examples, publicUrl } = context
  const operations = marketOperations(document)
  const answerOf = (operationId: string) => examples.answers.find((each) => each.operationId === operationId)
  return {
    title: 'For developers',
    description:
      'Free JSON on Indian IPOs, GMP, bulk and block deals and the scoreboard: no key, examples in curl, JavaScript and Python.',
    path: '/developers',
    json: BASE,
    span: restOfMinute(query.moment.clock),
    content: (
      <TextPage
        title="The data as JSON"
        lead={
          <>
            Everything on these pages is also available as JSON, from any program or browser, without a key or
            an account. <a href="/docs">The reference</a> describes every parameter and field.
          </>
        }
        places={PLACES}
      >
        <Start publicUrl={publicUrl} one={answerOf('getIpo')?.path} />
        <h2 id="endpoints">Endpoints</h2>
        <p class="quiet">Each with its present answer from this service, at most a minute old.</p>
        {operations
          .filter(({ path }) => path !== BASE)
          .map((operation) => (
            <Endpoint
              key={operation.operationId}
              operation={operation}
              answer={answerOf(operation.operationId)}
              publicUrl={publicUrl}
            />
          ))}
        <Guide answers={examples.answers} refusal={examples.refusal} publicUrl={publicUrl} today={today} />
        <h2 id="terms">Terms of use</h2>
        <TermsOfUse />
        <p>
          In return, no field is removed or changes its meaning without notice in the headers{' '}
          <code>Deprecation</code> and <code>Sunset</code>. New fields may be added at any time: ignore those
          you do not know.
        </p>
      </TextPage>
    ),
  }
}

const Start = ({ publicUrl, one }: { publicUrl: string; one: string | undefined }) => (
  <>
    <h2 id="start">Start</h2>
    <LanguageSwitch />
    <h3>IPOs that are open now</h3>
    <RequestExample
      publicUrl={publicUrl}
      path={`${BASE}/ipos?status=OPEN`}
      printed={{ list: 'ipos', item: 'ipo', fields: ['name', 'lastGmp', 'gmpDisputed'] }}
    />
    <p class="quiet small">
      Add <code>detail=full</code> to get the terms, documents, expected days and minimum amounts of all of
      them in one request.
    </p>
    <h3>One IPO with its GMP history and subscription</h3>
    {one === undefined ? (
      <p class="missing">There is no example yet: no IPO is tracked.</p>
    ) : (
      <RequestExample publicUrl={publicUrl} path={one} />
    )}
    <h3>The latest bulk and block deals</h3>
    <RequestExample
      publicUrl={publicUrl}
      path={`${BASE}/deals?limit=20`}
      printed={{
        list: 'deals',
        item: 'deal',
        fields: ['symbol', 'clientName', 'dealType', 'quantity', 'price'],
      }}
    />
    <p>
      For JavaScript and TypeScript, the package <code>greymark</code> has a typed client,{' '}
      <code>greymark/client</code>: pages by <code>for await</code>, errors as values, and changes as they
      happen. Its <code>docs/client.md</code> has ten examples. Pages import it from{' '}
      <a href="/client.js">/client.js</a> without a build step. Its folder <code>examples</code> has a
      Telegram bot, a script with DuckDB, a page with live GMP, and settings for assistants.
    </p>
    <p>
      For assistants: the address{' '}
      <code>
        {publicUrl}
        {MCP_PATH}
      </code>{' '}
      serves tools over the Model Context Protocol (MCP); <code>docs/mcp.md</code> shows the set-up. For
      language models that read pages: <a href="/llms.txt">llms.txt</a>.
    </p>
    <p>
      For tools: <a href="/openapi.json">OpenAPI 3.1</a>. For spreadsheets: <a href="/downloads">CSV files</a>
      .
    </p>
  </>
)

interface EndpointProps {
  readonly operation: PathOperation
  readonly answer: ExampleAnswer | undefined
  readonly publicUrl: string
}

function Endpoint({ operation, answer, publicUrl }: EndpointProps) {
  const { operationId, path, summary, description } = operation
  return (
    <Folded id={operationId} title={summary} path={path.slice(BASE.length)}>
      <p>
        {description} <a href={`/docs#${operationId}`}>All fields and parameters</a>
      </p>
      <RequestExample publicUrl={publicUrl} path={answer?.path ?? path} />
      {answer ? (
        <>
          <p class="quiet small">
            The present answer, shortened. <a href={answer.path}>The whole answer</a>
          </p>
          <Typed>{cutShort(answer.body)}</Typed>
        </>
      ) : (
        <p class="missing">There is no example yet: no IPO is tracked.</p>
      )}
    </Folded>
  )
}
