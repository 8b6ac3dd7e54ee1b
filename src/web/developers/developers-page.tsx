import { addDays } from '../../market/calendar.ts'
import { MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import { restOfMinute } from '../../reports/moment.ts'
import type { ExampleAnswer, ExampleAnswers } from '../../request/example-answer.ts'
import { BASE, MCP_PATH } from '../../request/paths.ts'
import { counted } from '../../texts/format.ts'
import { Fold } from '../kit/parts.tsx'
import { Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { Snippet, shownOrigin, Typed } from '../texts/snippet.tsx'
import { textPage } from '../texts/text-page.tsx'
import { cutShort } from './cut-short.ts'
import { MARKET, type OpenApi, operationsOf, type PathOperation } from './openapi-reading.ts'
import { LanguageSwitch, RequestExample } from './request-example.tsx'

export interface DevelopersContext {
  readonly document: OpenApi
  readonly publicUrl: string
  readonly examples: ExampleAnswers
}

/** The page for developers: the first requests, every endpoint with its present answer, and a short guide. */
export function developersPage(
  { query, today }: PageRequest<unknown>,
  { document, examples: { answers, refusal }, publicUrl }: DevelopersContext,
): Page {
  const answerOf = (operationId: string) => answers.find((each) => each.operationId === operationId)
  const [list, one] = [answerOf('listIpos'), answerOf('getIpo')]
  const next = answers.find(({ headers }) => headers.Link?.includes('rel="next"'))
  const origin = shownOrigin(publicUrl)
  const ipos = { list: 'ipos', fields: ['name', 'lastGmp', 'gmpDisputed'] }
  const deals = { list: 'deals', fields: ['symbol', 'clientName', 'dealType', 'quantity', 'price'] }
  return textPage(
    'developers',
    {
      description:
        'Free JSON on Indian IPOs, GMP, bulk and block deals and the scoreboard: no key, examples in curl, JavaScript and Python.',
      json: BASE,
      span: restOfMinute(query.moment.clock),
    },
    {
      origin,
      languages: <LanguageSwitch />,
      openIpos: <RequestExample publicUrl={publicUrl} path={`${BASE}/ipos?status=OPEN`} printed={ipos} />,
      oneIpo: one ? <RequestExample publicUrl={publicUrl} path={one.path} /> : <NoExample />,
      latestDeals: <RequestExample publicUrl={publicUrl} path={`${BASE}/deals?limit=20`} printed={deals} />,
      mcp: `${publicUrl}${MCP_PATH}`,
      endpoints: operationsOf(document, MARKET)
        .filter(({ path }) => path !== BASE)
        .map((operation) => (
          <Endpoint
            key={operation.operationId}
            operation={operation}
            answer={answerOf(operation.operationId)}
            publicUrl={publicUrl}
          />
        )),
      files: <Files operations={operationsOf(document, MARKET)} />,
      polling: list && (
        <Snippet>{`curl -i -H 'If-None-Match: ${list.headers.ETag}' "${origin}${list.path}"`}</Snippet>
      ),
      maxAge: MAX_AGE_SECONDS,
      nextPage: next && <Typed>{headersOf(next)}</Typed>,
      weekAgo: addDays(today, -7),
      refused: refusal.path,
      refusal: cutShort(refusal.body),
    },
  )
}

/** The JSON files of a static copy, which its document describes. */
const Files = ({ operations }: { operations: readonly PathOperation[] }) => (
  <Fold title={counted(operations.length, 'kind of file', 'kinds of files')}>
    <Table
      label="Files"
      columns={[
        { key: 'file', label: 'File', cell: ({ path }) => <code>{path.slice(BASE.length)}</code> },
        { key: 'contents', label: 'Contents', cell: ({ summary }) => summary, narrow: 'line' },
      ]}
      rows={operations}
    />
  </Fold>
)

const NoExample = () => <p class="missing">There is no example yet: no IPO is tracked.</p>

interface EndpointProps {
  readonly operation: PathOperation
  readonly answer: ExampleAnswer | undefined
  readonly publicUrl: string
}

/** Opens when its title is pressed. */
const Endpoint = ({ operation, answer, publicUrl }: EndpointProps) => (
  <details class="folded">
    <summary>
      <h3 id={operation.operationId}>{operation.summary}</h3>
      <code>{operation.path.slice(BASE.length)}</code>
    </summary>
    <p>
      {operation.description} <a href={`/docs#${operation.operationId}`}>All fields and parameters</a>
    </p>
    <RequestExample publicUrl={publicUrl} path={answer?.path ?? operation.path} />
    {answer ? (
      <>
        <p class="quiet small">
          The present answer, shortened. <a href={answer.path}>The whole answer</a>
        </p>
        <Typed>{cutShort(answer.body)}</Typed>
      </>
    ) : (
      <NoExample />
    )}
  </details>
)

/** The headers as `curl -i` shows them; a cursor is shortened because it is long and opaque. */
function headersOf({ path, headers }: ExampleAnswer): string {
  const lines = ['X-Total-Count', 'Link'].flatMap((name) => {
    const value = headers[name]?.replace(/(cursor=.{12})[^>]*/, '$1…')
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  return [`GET ${path}`, ...lines].join('\n')
}
