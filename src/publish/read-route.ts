import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

/** Registers a route for GET and HEAD. Node omits the body for HEAD. */
export const readRoute = (app: FastifyInstance, path: string, handler: RouteHandlerMethod): void => {
  app.route({ method: ['GET', 'HEAD'], url: path, handler })
}
