import type { TSchema } from 'typebox'
import type { RoutedRequest } from '../publish/read-route.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import type { ClockSpan } from '../reports/moment.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { type AnswerInSpan, type AskedAnswer, positionHeader } from '../request/answer-route.ts'
import { type Cursors, type ListName, writeCursor } from '../request/cursor.ts'
import {
  answerKey,
  type MarketQuery,
  momentQuery,
  refuseEmptyRange,
  type ServedMarkets,
} from '../request/market-query.ts'
import { type PageQuery, pageQuery, type WithPaging } from '../request/page-query.ts'
import type { Parameters, ValuesOf } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'

/** A path of the JSON interface, as the OpenAPI document and the index describe it, and how it is answered. */
export interface Endpoint<P extends Parameters = Parameters, Body extends TSchema = TSchema> {
  /** With `{slug}` for the slug of an IPO. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: P
  readonly body: Body
  /** The query of the example, if it needs one. */
  readonly example?: Readonly<Record<string, string>>
  /** Reads and checks a request, or throws a problem that says what is wrong with it. */
  readonly ask: (
    request: Pick<RoutedRequest, 'query' | 'params'>,
    context: EndpointContext,
  ) => Promise<AskedAnswer>
}

type EndpointText<P extends Parameters, Body extends TSchema> = Omit<Endpoint<P, Body>, 'ask'>

export interface EndpointContext extends ServedMarkets {
  readonly sources: SourceChoice
  /** Where the service is reached from outside, without a final slash; empty when unknown. */
  readonly publicUrl: string
}

/** The content of a body, and the span in which the clock does not change it. */
interface Found<Body extends TSchema> {
  readonly body: FieldsOf<Body>
  readonly span: ClockSpan
}

/** An endpoint about the market at one moment. */
export const momentEndpoint = <P extends Parameters, Body extends TSchema>(
  text: EndpointText<P & Pick<WithPaging, 'asOf'>, Body>,
  find: (
    query: MarketQuery,
    parameters: Omit<ValuesOf<P>, 'asOf'> & { readonly slug: string },
    context: EndpointContext,
  ) => Promise<Found<Body>>,
): Endpoint => ({
  ...text,
  ask: async ({ query: fields, params: { slug = '' } }, context) => {
    const { query, filter, ignored } = await momentQuery<P>(context, text.parameters, fields)
    const parameters = { ...filter, slug }
    return {
      query,
      key: answerKey(text.operationId, query, [parameters]),
      ignored,
      make: async () => jsonAnswer(query, await find(query, parameters, context)),
    }
  },
})

interface FoundPage<W extends ListName, Body extends TSchema> extends Found<Body> {
  /** How many match, where they are counted. */
  readonly total: number | null
  /** The cursor of the last item, when there are more. */
  readonly next: Cursors[W]['after'] | null
}

/** An endpoint that serves a list in pages. */
export const pageEndpoint = <
  W extends Exclude<ListName, 'changes'>,
  P extends Parameters,
  Body extends TSchema,
>(
  list: W,
  text: EndpointText<P & WithPaging, Body>,
  find: (page: PageQuery<W, P>) => Promise<FoundPage<W, Body>>,
): Endpoint => ({
  ...text,
  ask: async ({ query }, context) => {
    const page = await pageQuery<W, P>(context, list, text.parameters, query)
    refuseEmptyRange(page.filter)
    const { filter, limit, after, moment, ignored, headers } = page
    // A cursor pins a version, which becomes part of the key; otherwise it is that of the answer.
    const version = after === null ? null : moment.version
    const make = async () => {
      const { total, next, ...found } = await find(page)
      return jsonAnswer(page, found, {
        ...(total !== null && { 'X-Total-Count': String(total) }),
        ...(next && { Link: nextLink(context.publicUrl, list, writeCursor(page.next(next))) }),
      })
    }
    return {
      query: page,
      key: answerKey(text.operationId, page, [filter, limit, after, version]),
      ignored,
      headers,
      make,
    }
  },
})

export function jsonAnswer(
  query: MarketQuery,
  { body, span }: { readonly body: object; readonly span: ClockSpan },
  headers: Readonly<Record<string, string>> = {},
): AnswerInSpan {
  return {
    body: JSON.stringify({ ok: true, ...body, disclaimer: disclaimerFor(query.market) }),
    contentType: 'application/json; charset=utf-8',
    headers: { ...positionHeader(query, span), ...headers },
    span,
    isDated: true,
  }
}

export const nextLink = (publicUrl: string, list: ListName, cursor: string): string =>
  `<${publicUrl}${BASE}/${list}?cursor=${cursor}>; rel="next"`
