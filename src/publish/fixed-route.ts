import type { FastifyInstance } from 'fastify'
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
  const repeatable = { key: null, frame: '', until: Number.POSITIVE_INFINITY }
  let answer: Answer | undefined
  readRoute(app, path, (request, reply) => {
    answer ??= new Answer({ body, ...meta })
    return sender.send(request, reply, { answer, isStale: false, repeatable })
  })
}
