import { addressOf, pairsOf } from './address.ts'
import { type AnswerMeta, type ClientFailure, failure } from './answer.ts'

/** An answer that a static copy has as a file. Where it has pages, `file` is the first one. */
export interface CopiedAnswer {
  /** As in the API; `{slug}` stands for each IPO, and `{symbol}` in `query` for each share, also in `file`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly file: string
  /** The further pages, with `{page}` for 2 and more. */
  readonly next?: string
  readonly pages?: number
  /** How many items match, over all pages. */
  readonly total?: number
  /** The file has only the newest of what matches, this many at most. */
  readonly most?: number
}

/** What a static copy says of itself. */
export interface CopyStatus {
  readonly ok: true
  readonly copy: 'greymark'
  /** The release that wrote the copy. */
  readonly version: string
  /** True when everything in it is invented. */
  readonly demo: boolean
  /** Up to when its data go. */
  readonly dataAsOf: string
  /** When it was last compared with its service. */
  readonly checkedAt: string
  /** When that is due again. */
  readonly nextRunAt: string
  /** After this moment the copy is out of date. */
  readonly staleAfter: string
  /** A live service that has what the copy lacks. */
  readonly liveUrl: string | null
  /** Sources that did not update when the copy was last compared. */
  readonly stale: readonly { readonly source: string; readonly since: string | null }[]
  readonly answers: readonly CopiedAnswer[]
  readonly disclaimer: string
}

/** A file of a copy, and what a live service says of it in headers. */
export interface CopiedFile {
  /** Null for an IPO that no copy can have. */
  readonly path: string | null
  readonly isOfIpo: boolean
  readonly isOfShare: boolean
  readonly page: number
  readonly total: number | null
  readonly next: string | null
  /** The file has only the newest of what matches, this many at most. `rest` is the cursor of the others, which no file has. */
  readonly most: number
  readonly rest: string
}

/** Parameters that change nothing, because a service takes them where none are given. */
const STANDARDS = ['ipos?detail=SUMMARY', 'ipos?limit=60', 'deals?limit=100', 'accuracy?horizon=CLOSE']
const SLUG = /^[a-z0-9-]+$/
/** How many answers a refusal names. */
const MAX_NAMED = 20

/** False when another program wrote the status, or a release with another form of it. */
export const isReadable = ({ answers }: CopyStatus): boolean =>
  Array.isArray(answers) &&
  answers.every(
    (each) =>
      [each?.path, each?.file, each?.next ?? ''].every((text) => typeof text === 'string') &&
      Object(each.query) === each.query,
  )

/** The file that answers a request; undefined where the copy has none. */
export function fileIn({ answers }: CopyStatus, path: string, query: object): CopiedFile | undefined {
  const { symbol: given } = query as { symbol?: unknown }
  const symbol = String(given ?? '').toUpperCase()
  for (const { query: template, ...rest } of answers) {
    const isOfShare = template.symbol === '{symbol}' && symbol !== ''
    const answer = { ...rest, query: isOfShare ? { ...template, symbol } : template }
    const slug = slugIn(answer.path, path)
    const page = slug === undefined ? undefined : pageOf(answer, query)
    if (slug === undefined || page === undefined) continue
    const { file, next, pages = 1, total = null, most = Number.POSITIVE_INFINITY } = answer
    const found = (page === 1 ? file : (next ?? ''))
      .replace('{page}', String(page))
      .replace('{slug}', slug)
      .replace('{symbol}', encodeURIComponent(symbol))
    // The files of lists stand beside those of IPOs: no IPO is called "open".
    const isOther = slug !== '' && (!SLUG.test(slug) || answers.some((each) => each.file === found))
    return {
      path: isOther ? null : found,
      isOfIpo: slug !== '',
      isOfShare,
      ...{ page, total, most },
      next: next !== undefined && page < pages ? cursorTo(file, page + 1) : null,
      rest: cursorTo(found, page + 1),
    }
  }
  return undefined
}

/** What stands in a path for `{slug}`: '' where nothing does. Undefined for other paths. */
function slugIn(template: string, path: string): string | undefined {
  const [before = '', after] = template.split('{slug}')
  if (after === undefined) return path === template ? '' : undefined
  const slug = path.slice(before.length, path.length - after.length)
  return slug !== '' && !slug.includes('/') && path === before + slug + after ? slug : undefined
}

/** The page of an answer that a query asks for; undefined when it asks for something else. */
function pageOf({ path, query, file, next, pages = 1 }: CopiedAnswer, asked: object): number | undefined {
  const { cursor, ...filter } = asked as { cursor?: unknown }
  if (cursor == null) return filterOf(path, filter) === filterOf(path, query) ? 1 : undefined
  const page = Number(String(cursor).split('@').at(-1))
  const isOfAnswer = next !== undefined && cursor === cursorTo(file, page) && filterOf(path, filter) === ''
  return isOfAnswer && page > 1 && page <= pages ? page : undefined
}

const cursorTo = (file: string, page: number): string => `${file}@${page}`

/** The same text for all queries that a service answers alike: in any order and letter case, with or without standards. */
const filterOf = (path: string, query: object): string =>
  pairsOf(query)
    .map(([name, value]) => `${name}=${value.toUpperCase()}`)
    .filter((pair) => !STANDARDS.includes(`${path.split('/').at(-1)}?${pair}`))
    .sort()
    .join('&')

/** The failure of a request that a copy has no file for. */
export function notInCopy(copy: CopyStatus, path: string, query: object): ClientFailure {
  const ways = copy.answers
    .filter((answer) => slugIn(answer.path, path) !== undefined)
    .map((answer) => addressOf('', answer.query).slice(1) || 'the answer without parameters')
  const more = ways.length > MAX_NAMED ? ` and ${ways.length - MAX_NAMED} more` : ''
  const has = ways.length > 0 ? `; it has ${ways.slice(0, MAX_NAMED).join(', ')}${more}` : ''
  const message = `this is a static copy, which cannot answer ${addressOf(path, query)}${has}`
  return failure('NOT_IN_COPY', message + liveService(copy))
}

/** The failure of a request about an IPO whose file is missing. */
export function ipoNotFound(copy: CopyStatus, path: string, meta?: AnswerMeta): ClientFailure {
  const message = `this is a static copy without ${path}: it has no such IPO, or left this answer out`
  return failure('NOT_FOUND', message + liveService(copy), meta)
}

const liveService = ({ liveUrl }: CopyStatus): string => (liveUrl ? `; the live service is ${liveUrl}` : '')
