import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openApiDocument } from '../src/api/openapi.ts'
import { BASE, type DocumentPart } from './support/conformance.ts'
import { DEMO_CLOCK, demoServiceForAll } from './support/demo-service.ts'
import { answerCheck, type ReceivedAnswer, received } from './support/described-answer.ts'

/** One request: a path alone, or with the example of one parameter. */
interface ExampleRequest {
  readonly name: string
  readonly path: string
  readonly address: string
  readonly headers: Record<string, string>
}

const document: DocumentPart = openApiDocument({ publicUrl: '', contact: '' })
const requests = Object.keys(document.paths).flatMap(requestsOf)

function requestsOf(path: string): ExampleRequest[] {
  const parameters: DocumentPart[] = document.paths[path].get.parameters ?? []
  const address = path.replace(/\{(\w+)\}/g, (_whole, name) => exampleOf(parameters, name))
  const alone = { name: path, path, address, headers: {} }
  return [
    alone,
    ...parameters
      .filter((parameter) => parameter.in !== 'path')
      .map(({ name, in: place, example }): ExampleRequest => {
        const isHeader = place === 'header'
        return {
          name: `${path} with ${name}`,
          path,
          address: isHeader ? address : `${address}?${new URLSearchParams({ [name]: String(example) })}`,
          headers: isHeader ? { [name]: example } : {},
        }
      }),
  ]
}

function exampleOf(parameters: DocumentPart[], wanted: string): string {
  return parameters.find(({ name }) => name === wanted)?.example
}

/**
 * Requests that find nothing in the demo of every day: ranges and companies without an issue need more history than its
 * fixed IPO has, and changes count from when they were committed, which for the demo is its start.
 */
const MAY_BE_EMPTY = new Set([
  `${BASE}/unannounced with asOf`,
  `${BASE}/changes with asOf`,
  '/feeds/changes.atom with asOf',
  '/downloads/ranges.csv with asOf',
  '/downloads/ranges.ndjson with asOf',
])

/** Whether an answer has something to show, by its type. */
function isFilled(answer: ReceivedAnswer): boolean {
  const [type] = (answer.headers.get('content-type') ?? '').split(';')
  if (type === 'text/csv') return answer.text.trimEnd().split('\n').length > 1
  if (type === 'text/calendar') return answer.text.includes('BEGIN:VEVENT')
  if (type === 'application/atom+xml') return answer.text.includes('<entry>')
  if (type !== 'application/json') return answer.text !== ''
  const lists = Object.values(JSON.parse(answer.text)).filter(Array.isArray)
  return lists.length === 0 || lists.some((list) => list.length > 0)
}

/** The files of a whole day, and tables in CSV, which have the rows of those in NDJSON: once before a release is enough. */
const OF_A_DAY = /\.parquet$|\/dataset\./
const isQuick = ({ path }: ExampleRequest) => !OF_A_DAY.test(path) && !path.endsWith('.csv')

describe.each([
  [DEMO_CLOCK, inject('isFull') ? requests : requests.filter(isQuick)],
  ...(inject('isFull') ? ([['2031-03-09T20:00:00.000Z', requests.filter(isQuick)]] as const) : []),
] as const)('the demo at %s', (now, asked) => {
  const service = demoServiceForAll(now)
  const check = answerCheck(document)
  // The data set is built by the first request, which may be told to come back.
  beforeAll(async () => {
    if (asked.every(isQuick)) return
    await vi.waitFor(
      async () => expect((await fetch(`${service.address}/downloads/dataset.json`)).status).toBe(200),
      { timeout: 300_000, interval: 500 },
    )
  })

  test.each(asked.map((request) => [request.name, request] as const))(
    'answers the example of %s as described',
    async (name, { path, address, headers }) => {
      const answer = await received(await fetch(`${service.address}${address}`, { headers }))
      expect(answer.status, answer.text.slice(0, 300)).toBe('Range' in headers ? 206 : 200)
      expect(check(path, answer)).toEqual([])
      if (path !== '/health/ready' && !MAY_BE_EMPTY.has(name)) expect(isFilled(answer)).toBe(true)
    },
  )
})
