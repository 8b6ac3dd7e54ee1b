import type { Static } from 'typebox'
import type { AccuracyBody } from '../reports/schemas/accuracy.ts'
import type { ChangesBody } from '../reports/schemas/changes.ts'
import type { DealsBody } from '../reports/schemas/deals.ts'
import type { EvidenceBody } from '../reports/schemas/evidence.ts'
import type { IpoBody, IposBody } from '../reports/schemas/ipos.ts'
import type { ScoreboardBody } from '../reports/schemas/scores.ts'
import { BASE } from '../request/paths.ts'

/** The answers that tools are built from, by the `operationId` of their endpoint. */
export interface ReadBodies {
  readonly listIpos: Static<typeof IposBody>
  readonly getIpo: Static<typeof IpoBody>
  readonly getEvidence: Static<typeof EvidenceBody>
  readonly listDeals: Static<typeof DealsBody>
  readonly getScoreboard: Static<typeof ScoreboardBody>
  readonly getAccuracy: AccuracyBody
  readonly listChanges: Static<typeof ChangesBody>
}

export interface ReadRequest {
  /** For endpoints about one IPO. */
  readonly slug?: string
  readonly query: Readonly<Record<string, string>>
}

export interface ReadAnswer<Body> {
  readonly body: Body
  /** How many items match, where they are counted. */
  readonly total: number | null
  /** The cursor of the next page. */
  readonly next: string | null
}

/** The endpoints of one market, in this process or over HTTP. It throws a `ReadFailure` for a request that is refused. */
export interface MarketReader {
  /** Where the pages are reached, without a final slash; empty when unknown. */
  readonly publicUrl: string
  read<K extends keyof ReadBodies>(operation: K, request: ReadRequest): Promise<ReadAnswer<ReadBodies[K]>>
}

/** A refused request, with a message for the assistant. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure'
}

/** Words of the endpoints that mean nothing to an assistant, and those of the tools. */
const WORDS_OF_TOOLS = [
  [`${BASE}/ipos`, 'find_ipos'],
  ['this endpoint', 'this tool'],
  ['the Link header', 'next of the previous answer'],
  ['a position as in X-Market-Version', 'the position of an earlier answer'],
  ['dealType', 'side'],
] as const

/** The failure of a request that an endpoint refused with a message. */
export const refusedBy = (message: string): ReadFailure =>
  new ReadFailure(
    WORDS_OF_TOOLS.reduce((text, [ofEndpoint, ofTool]) => text.replaceAll(ofEndpoint, ofTool), message),
  )
