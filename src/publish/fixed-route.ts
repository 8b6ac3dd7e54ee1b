import type { FastifyInstance } from 'fastify'
import { Answer } from './answer.ts'
import { MAX_AGE_SECONDS } from './lifetime.ts'
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

const REPEATABLE = { key: null, frame: '', until: Number.POSITIVE_INFINITY }

/** Registers fixed files, each with its lifetime in seconds. `modifiedAt` is in milliseconds. */
export const fixedRoutes =
  (app: FastifyInstance, sender: Sender, modifiedAt: number) =>
  ({ path, contentType, body, headers = {} }: FixedFile, maxAgeSeconds = MAX_AGE_SECONDS): void => {
    const meta = { contentType, headers, modifiedAt, isDated: true, changesAt: null, maxAgeSeconds }
    let answer: Answer | undefined
    readRoute(app, path, (request, reply) => {
      answer ??= new Answer({ body, ...meta })
      return sender.send(request, reply, { answer, isStale: false, repeatable: REPEATABLE })
    })
  }
