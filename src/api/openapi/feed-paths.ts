import { CALENDAR_PARAMETERS, EVENT_PARAMETERS } from '../../request/feed-parameters.ts'
import { MOMENT_PARAMETERS } from '../../request/market-parameters.ts'
import type { Parameters } from '../../request/parameters.ts'
import { ATOM_PATH, CALENDAR_PATH, EVENTS_PATH } from '../../request/paths.ts'
import { queryParameters } from './described-parameter.ts'
import {
  CACHE_HEADERS,
  COMMON_PROBLEMS,
  headerRefs,
  IGNORED_HEADER,
  NOT_MODIFIED,
  responsesOf,
  unavailable,
  WRONG_PARAMETER,
} from './responses.ts'

export const FEEDS_TAG = { name: 'feeds', description: 'Calendar, Atom feed and live events.' }

interface TextFeed {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: Parameters
  readonly contentType: string
}

/** The feeds, which are texts in the formats of calendars, feed readers and event streams. */
export const feedPaths = (): Record<string, object> => ({
  [CALENDAR_PATH]: textFeed({
    operationId: 'getCalendar',
    summary: 'Calendar of IPO days',
    description:
      'Opening, closing, allotment and listing days as an iCalendar file. Calendar programs can subscribe to it.',
    parameters: CALENDAR_PARAMETERS,
    contentType: 'text/calendar',
  }),
  [ATOM_PATH]: textFeed({
    operationId: 'getChangesFeed',
    summary: 'Changes as an Atom feed',
    description: 'The latest changes, newest first, for feed readers.',
    parameters: MOMENT_PARAMETERS,
    contentType: 'application/atom+xml',
  }),
  [EVENTS_PATH]: { get: eventStream() },
})

const textFeed = ({ parameters, contentType, ...described }: TextFeed) => ({
  get: {
    ...described,
    tags: [FEEDS_TAG.name],
    parameters: queryParameters(parameters),
    responses: responsesOf({
      200: {
        description: 'The whole feed.',
        headers: { ...CACHE_HEADERS, ...IGNORED_HEADER },
        content: { [contentType]: { schema: { type: 'string' } } },
      },
      304: NOT_MODIFIED,
      400: WRONG_PARAMETER,
      ...COMMON_PROBLEMS,
    }),
  },
})

const eventStream = () => ({
  operationId: 'followChanges',
  summary: 'Changes as they happen',
  description:
    'Server-sent events, for EventSource. First an event position with {position, disclaimer}; then an event changes with {changes} for each step, whose id is its position; an event reset with {position} when the requested position is not known here, so that a client must drop what it has. The stream has no end; a comment line is sent while nothing changes.',
  tags: [FEEDS_TAG.name],
  parameters: [
    ...queryParameters(EVENT_PARAMETERS),
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description:
        'The id of the last event received. Browsers send it when they reconnect; it takes precedence over since.',
      schema: { type: 'string' },
      example: 'demo-1@2026-01-31T12:00:00.000Z',
    },
  ],
  responses: responsesOf({
    200: {
      description: 'The stream of events.',
      headers: headerRefs({ 'Cache-Control': 'NoStore', 'RateLimit-Policy': 'RateLimitPolicy' }),
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    204: {
      description: 'This service offers no event stream. An EventSource does not connect again.',
      headers: headerRefs({ 'Cache-Control': 'NoStore', 'RateLimit-Policy': 'RateLimitPolicy' }),
    },
    400: WRONG_PARAMETER,
    ...COMMON_PROBLEMS,
    503: unavailable('Too many connections are open, or the service is stopping.'),
  }),
})
