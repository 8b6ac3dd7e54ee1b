import { join } from 'node:path'
import { chance, pick, type Random } from '../../src/demo/seeded.ts'
import type { DocumentPart } from '../../test/support/conformance.ts'
import { answerCheck, received } from '../../test/support/described-answer.ts'
import {
  allowedValue,
  type DescribedOperation,
  type KnownValues,
  operationsOf,
  refusedValue,
} from '../described/values.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { type Service, startService } from '../service.ts'
import { importSmallMarket } from '../small-market.ts'

const API = '/api/public/market'
/** Few deals, so that a whole download is small. */
const DEALS = 40
/** The chance that a request has a given parameter. */
const PARAMETER_SHARE = 0.35
/** The share of requests with one value that the description does not allow. */
const REFUSED_SHARE = 0.25
const HEAD_SHARE = 0.1
/** Statuses of requests that the description allows; 404 only where a slug is unknown. */
const SERVED = new Set([200, 206, 304, 404, 416])

/** They need facts from before the last midnight in India, which the imported market has not; the description says so. */
const IS_OF_YESTERDAY = /\.parquet$|^\/downloads\/dataset\.(json|ndjson\.gz)$/

/** Requests drawn from the OpenAPI description: what it allows is served, what it does not is refused, both as described. */
export const described: AttackPart = {
  name: 'described',
  about: 'requests drawn from the OpenAPI description, and answers checked against it',
  unit: 'requests',
  fullCount: 2000,
  sampleCount: 100,
  run: attack,
}

interface DrawnRequest {
  readonly operation: DescribedOperation
  readonly method: 'GET' | 'HEAD'
  readonly address: string
  readonly headers: Record<string, string>
  /** The parameter with a value that is not allowed. */
  readonly wrong: string | undefined
}

async function attack(run: AttackRun): Promise<void> {
  const { count, random, folder } = run
  const service = await startService(run, {
    DATABASE_URL: await importSmallMarket(folder, DEALS),
    DOWNLOADS_DIR: join(folder, 'downloads'),
  })
  const document: DocumentPart = await (await service.get('/openapi.json')).json()
  const operations = operationsOf(document)
  const known = await knownValues(service)
  const check = answerCheck(document)
  for (let i = 0; i < count; i++) {
    const { operation, method, address, headers, wrong } = drawnRequest(
      random,
      pick(random, operations),
      known,
    )
    const response = await fetch(`http://127.0.0.1:${service.port}${address}`, { method, headers })
    const answer = await received(response)
    const faults = [
      ...check(operation.path, answer, method === 'HEAD'),
      ...statusFaults(answer.status, operation, wrong),
    ]
    const sent = `${method} ${address} ${JSON.stringify(headers)}: ${answer.text.slice(0, 300)}`
    run.fail(...faults.map((fault) => `request ${i}: ${fault}; ${sent}`))
    run.tried()
  }
  run.fail(...service.faults())
}

async function knownValues(service: Service): Promise<KnownValues> {
  const list = await service.get(`${API}/ipos?limit=5`)
  const { ipos } = (await list.json()) as { ipos: { slug: string }[] }
  return {
    slugs: ipos.map(({ slug }) => slug),
    positions: [list.headers.get('x-market-version') ?? '0'],
    now: Date.now(),
  }
}

function drawnRequest(random: Random, operation: DescribedOperation, known: KnownValues): DrawnRequest {
  const chosen = operation.parameters.filter(
    ({ name, in: place }) => place === 'path' || (name !== 'cursor' && chance(random, PARAMETER_SHARE)),
  )
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const wrong = inQuery.length > 0 && chance(random, REFUSED_SHARE) ? pick(random, inQuery) : undefined
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of chosen) {
    if (parameter === wrong) continue
    const values = allowedValue(random, parameter, known)
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(values.join()))
    else if (parameter.in === 'header') headers[parameter.name] = values.join()
    else for (const value of values) query.append(parameter.name, value)
  }
  inOrder(query)
  if (wrong) query.append(wrong.name, refusedValue(random, wrong))
  const search = query.size > 0 ? `?${query}` : ''
  const method = chance(random, HEAD_SHARE) ? 'HEAD' : 'GET'
  return { operation, method, address: `${path}${search}`, headers, wrong: wrong?.name }
}

/** What ends before it begins is refused, as the description says. */
function inOrder(query: URLSearchParams): void {
  if (query.has('asOf') && query.has('since')) query.set('since', '0')
  const [from, to] = [query.get('from'), query.get('to')]
  if (from === null || to === null || from <= to) return
  query.set('from', to)
  query.set('to', from)
}

function statusFaults(
  status: number,
  { path, parameters }: DescribedOperation,
  wrong: string | undefined,
): string[] {
  if (wrong !== undefined)
    return status === 400 ? [] : [`${wrong} is not allowed, and the status is ${status}`]
  if (status === 503 && IS_OF_YESTERDAY.test(path)) return []
  const hasSlug = parameters.some(({ name }) => name === 'slug')
  if (SERVED.has(status) && (status !== 404 || hasSlug)) return []
  return [`an allowed request is refused with ${status}`]
}
