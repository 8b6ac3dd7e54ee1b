import { EVENTS_PATH } from '../request/paths.ts'
import type { ApiOperation, OpenApi } from '../web/developers/openapi-reading.ts'
import type { CopiedAnswer } from './copied-addresses.ts'

/** What stands for a part of an address. */
const PARTS: Readonly<Record<string, { readonly description: string; readonly example: string }>> = {
  slug: { description: 'The slug of an IPO, from the list.', example: 'acme-foods' },
  day: { description: 'One of the last days with deals.', example: '2026-01-21' },
  symbol: {
    description: 'The ticker of a share with deals in the last days, in upper case.',
    example: 'ACME',
  },
  page: { description: 'The number of a further page, from 2 on.', example: '2' },
}

const PROBLEM = { 'application/json': { schema: { $ref: '#/components/schemas/ProblemBody' } } }

/**
 * The description of a copy: exactly its addresses, which have no parameters, because a static host ignores them. Everything
 * about the answers themselves is that of the service.
 */
export function copyOpenApi(live: OpenApi, answers: readonly CopiedAnswer[]): OpenApi {
  const files = answers.map(ofAnyDay).flatMap(({ path, query, file, next }) => {
    const operation = live.paths[path]?.get
    if (!operation) return []
    const chosen = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const summary = [operation.summary, ...chosen].join(', ')
    return [
      [file, { ...operation, summary }] as const,
      ...(next ? [[next, { ...operation, summary: `${summary}, further pages` }] as const] : []),
    ]
  })
  const others = Object.entries(live.paths).flatMap(([path, { get }]) =>
    path !== EVENTS_PATH && get.tags.some((tag) => tag === 'feeds' || tag === 'downloads')
      ? [[path, get] as const]
      : [],
  )
  const operations = [...files, ...others].map(([path, operation]) => [
    path,
    { get: fileOperation(path, operation) },
  ])
  const { schemas } = live.components
  const paths: OpenApi['paths'] = Object.fromEntries(operations)
  const tags = live.tags.filter(({ name }) => Object.values(paths).some(({ get }) => get.tags.includes(name)))
  return { ...live, tags, paths, components: { schemas: usedIn(paths, schemas) } }
}

type Schemas = OpenApi['components']['schemas']

/** The schemas that an answer has, itself or within others. */
function usedIn(paths: OpenApi['paths'], schemas: Schemas): Schemas {
  const used = new Set<string>()
  const visit = (of: unknown): void => {
    for (const [, name = ''] of JSON.stringify(of).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!used.has(name)) {
        used.add(name)
        visit(schemas[name])
      }
  }
  visit(paths)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

/** One description for all days, so that it does not change every day. */
const ofAnyDay = (answer: CopiedAnswer): CopiedAnswer =>
  JSON.parse(JSON.stringify(answer).replaceAll(/\d{4}-\d\d-\d\d/g, '{day}'))

/** An operation whose name follows from its address, with nothing but the answer. */
function fileOperation(path: string, { summary, description, tags, responses }: ApiOperation): ApiOperation {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const { content } = responses[200] ?? {}
  return {
    operationId: path
      .replace(/^\/(?:api\/public\/market\/)?/, '')
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replace(/_$/, ''),
    summary,
    description,
    tags,
    ...(names.length > 0 && {
      parameters: names.map((name) => ({
        name,
        in: 'path',
        required: true,
        ...(PARTS[name] ?? { description: name, example: '' }),
        schema: { type: 'string' },
      })),
    }),
    responses: {
      200: { description: 'The file.', ...(content && { content }) },
      404: {
        description: 'There is no such file. Some hosts send a page instead of this answer.',
        content: PROBLEM,
      },
    } as ApiOperation['responses'],
  }
}
