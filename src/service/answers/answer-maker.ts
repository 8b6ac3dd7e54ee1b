import Fastify from 'fastify'
import { pathOf } from '../../api/gate.ts'
import { openApiDocument } from '../../api/openapi.ts'
import type { RequestedAddress } from '../../publish/sender.ts'
import type { OpenApi } from '../../web/developers/openapi-reading.ts'
import { type AnswerContext, type AnswerParts, answerRoutes } from './answer-routes.ts'

export interface AnswerMaker {
  /** Makes the answer of an address, so that its sender can send it. What would be refused is left out. */
  make(requested: RequestedAddress): Promise<void>
}

/** Makes answers by their addresses, as if they had been requested, without counting or limiting anything. */
export function answerMaker(context: AnswerContext, parts: AnswerParts): AnswerMaker {
  const { PUBLIC_URL: publicUrl, CONTACT: contact } = context.config
  const document = openApiDocument({ publicUrl, contact }) as OpenApi
  const app = Fastify({ routerOptions: { maxParamLength: 1000 }, exposeHeadRoutes: false })
  app.addHook('onRequest', async (request, reply) => parts.gate.addHeaders(pathOf(request), reply))
  answerRoutes(app, context, { ...parts, document })
  return {
    async make({ address, encodings }) {
      for (const encoding of encodings)
        await app.inject({ url: address, headers: { host: 'localhost', 'accept-encoding': encoding } })
    },
  }
}
