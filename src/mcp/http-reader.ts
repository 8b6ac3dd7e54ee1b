import { createClient, type GreymarkClient } from '../client/index.ts'
import {
  type MarketReader,
  type ReadAnswer,
  type ReadBodies,
  ReadFailure,
  type ReadRequest,
  refusedBy,
} from './market-reader.ts'

/** A conversation should not wait longer for a service that asks for patience. */
const MAX_WAIT_MS = 20_000

type Answered = Awaited<ReturnType<GreymarkClient['index']>>

/** The method of the client for each endpoint. */
const METHODS: Readonly<
  Record<keyof ReadBodies, (client: GreymarkClient, request: ReadRequest) => Promise<unknown>>
> = {
  listIpos: (client, { query }) => client.ipos(query as object),
  getIpo: (client, { slug = '', query }) => client.ipo(slug, query),
  getEvidence: (client, { slug = '', query }) => client.evidence(slug, query),
  listDeals: (client, { query }) => client.deals(query as object),
  getAccuracy: (client, { query }) => client.accuracy(query as object),
  getScoreboard: (client, { query }) => client.scoreboard(query as object),
  listChanges: (client, { query }) => client.changes(query as object),
}

/** Reads the endpoints of a service over HTTP. Throws when none answers at the address. */
export async function httpReader(address: string): Promise<{ reader: MarketReader; isDemo: boolean }> {
  const client = createClient(address, { maxWaitMs: MAX_WAIT_MS })
  const index = await client.index()
  if (!index.ok) throw new Error(`no Greymark answers at ${address}: ${index.error.message}`)
  if (typeof index.disclaimer !== 'string')
    throw new Error(`no Greymark answers at ${address}: the answer has no disclaimer`)
  return {
    reader: {
      publicUrl: address.replace(/\/$/, ''),
      read: (operation, request) => read(client, operation, request),
    },
    isDemo: index.disclaimer.includes('DEMO'),
  }
}

async function read<K extends keyof ReadBodies>(
  client: GreymarkClient,
  operation: K,
  request: ReadRequest,
): Promise<ReadAnswer<ReadBodies[K]>> {
  if (request.slug !== undefined && /^\.*$/.test(request.slug))
    throw new ReadFailure('no IPO has this slug; find_ipos lists them')
  const answer = (await METHODS[operation](client, request)) as Answered
  if (!answer.ok) throw refusedBy(answer.error.message)
  const { total, next, ignored } = answer.meta
  if (ignored.length > 0)
    throw new ReadFailure(`the service does not know ${ignored.join(', ')}: it runs an older release`)
  return { body: answer as unknown as ReadBodies[K], total, next }
}
