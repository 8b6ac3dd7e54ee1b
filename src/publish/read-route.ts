import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

/** Registers a route for GET and HEAD alike; Node itself leaves the body of a HEAD answer out. */
export const readRoute = (app: FastifyInstance, path: string, handler: RouteHandlerMethod): void => {
  app.route({ method: ['GET', 'HEAD'], url: path, handler })
}
