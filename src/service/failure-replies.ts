import type { FastifyReply } from 'fastify'
import { isApiPath, pathOf } from '../api/gate.ts'
import { sendProblem } from '../api/send.ts'
import { isPostponed, sendPostponed } from '../feeds/postponed-events.ts'
import type { Metrics } from '../operate/metrics.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { BASE } from '../request/paths.ts'
import { Problem } from '../request/problems.ts'
import { type FailureContext, sendFailure } from '../web/failures/failures.ts'

export type FailureReply = FastifyReply | Promise<FastifyReply>

/** Replies to requests that failed: programs get the error shape, people get a page. */
export class FailureReplies {
  readonly #context: FailureContext
  readonly #metrics: Metrics

  constructor(context: FailureContext, metrics: Metrics) {
    this.#context = context
    this.#metrics = metrics
  }

  send(problem: Problem, reply: FastifyReply): FailureReply {
    const path = pathOf(reply.request)
    if (isPostponed(reply.request, path, problem)) return sendPostponed(reply, problem, this.#metrics)
    if (isApiPath(path)) return sendProblem(reply, problem, disclaimerFor(this.#context.market()))
    return sendFailure(reply, problem, path, this.#context)
  }

  sendNotFound(reply: FastifyReply): FailureReply {
    const message = isApiPath(pathOf(reply.request))
      ? `there is nothing at this path; ${BASE} lists what there is`
      : 'there is no page at this address'
    return this.send(new Problem('NOT_FOUND', message), reply)
  }
}
