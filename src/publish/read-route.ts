import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'

/** A request as the router has read its address. */
export interface RoutedRequest {
  /** The path of the route, such as `/ipos/:slug`. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

export const routedRequest = ({ routeOptions, params, query }: FastifyRequest): RoutedRequest => ({
  route: routeOptions.url ?? '',
  params: params as RoutedRequest['params'],
  query: query as RoutedRequest['query'],
})

/** Registers a route for GET and HEAD. Node omits the body for HEAD. */
export const readRoute = (app: FastifyInstance, path: string, handler: RouteHandlerMethod): void => {
  app.route({ method: ['GET', 'HEAD'], url: path, handler })
}
