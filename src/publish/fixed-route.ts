import type { FastifyInstance } from 'fastify'
import { atFirstUse } from '../at-first-use.ts'
import { Answer } from './answer.ts'
import { readRoute } from './read-route.ts'
import type { Sender } from './sender.ts'

/** A body that stays the same until the next release. */
export interface FixedFile {
  readonly path: string
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Registers a fixed file. `modifiedAt` is in milliseconds. */
export function fixedRoute(
  app: FastifyInstance,
  sender: Sender,
  { path, contentType, body, headers = {} }: FixedFile,
  { modifiedAt, maxAgeSeconds }: { modifiedAt: number; maxAgeSeconds: number },
): void {
  const meta = { contentType, headers, modifiedAt, isDated: true, changesAt: null, maxAgeSeconds }
  const answer = atFirstUse(() => new Answer({ body, ...meta }))
  const repeatable = { source: null, until: Number.POSITIVE_INFINITY }
  readRoute(app, path, (request, reply) => sender.send(request, reply, { answer: answer(), repeatable }))
}
