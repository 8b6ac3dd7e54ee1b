import type { Instant } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import { CookieJar, CookieVisits } from './cookies.ts'
import { addressReader, type FinalResponse, shared } from './read-address.ts'
import type { DownloadOptions, RequestAttempt } from './request-host.ts'
import { isSendable } from './send-request.ts'
import { Denial, messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

export type DownloadResult =
  | ({ readonly kind: 'fresh'; readonly body: Uint8Array } & Conditions)
  /** The document is unchanged under the conditions. */
  | { readonly kind: 'unchanged' }
  /** There is no file of that day. */
  | { readonly kind: 'absent' }

/** Validators of the last answer, so that only a newer one is sent. */
export interface Conditions {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Cookies may end a little before the host may be visited again. */
const PATIENCE_MS = 60_000

const ACCEPT = {
  json: 'application/json, text/plain;q=0.5, */*;q=0.1',
  csv: 'text/csv, text/plain;q=0.5, */*;q=0.1',
  html: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
} as const satisfies Record<DownloadRequest['expects'], string>

/**
 * Returns a function that requests a document under one introduction, and visits a page for cookies where a host wants
 * them. It throws `UpstreamFault` when the fault does not depend on the introduction.
 */
export function documentDownloader(options: DownloadOptions) {
  const { db, now, signal = new AbortController().signal, patienceMs = PATIENCE_MS } = options
  const jar = new CookieJar(now)
  const read = addressReader(options, jar)
  const visits = new CookieVisits(db, jar, { now, signal, patienceMs })

  /** Visits a page for its cookies. Only an answer that is neither a page nor a denial is a fault. */
  async function visitPage(page: URL, attempt: RequestAttempt): Promise<void> {
    const { url, status } = await read(page, shared(attempt), { accept: ACCEPT.html })
    if (![200, 401, 403].includes(status))
      throw new UpstreamFault('changed', messageAbout(url, `HTTP ${status}`))
  }

  return async (
    request: DownloadRequest,
    known: Conditions | undefined,
    attempt: RequestAttempt,
  ): Promise<DownloadResult | Denial> => {
    const url = new URL(request.url)
    const page = request.cookiesFrom === undefined ? undefined : new URL(request.cookiesFrom)
    const headers = {
      accept: ACCEPT[request.expects],
      ...(request.referer !== undefined && { referer: request.referer }),
      ...(request.origin !== undefined && { origin: request.origin }),
      ...(known?.etag != null && { 'if-none-match': known.etag }),
      ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
    }
    try {
      const visited = page && (await visits.last(page.host))
      let answer = await read(url, attempt, headers)
      let retryAt: Instant | undefined
      if (page && isTurnedAway(request, answer)) {
        retryAt = await visits.visitAfter(visited, page.host, () => visitPage(page, attempt))
        if (retryAt === undefined) answer = await read(url, attempt, headers)
      }
      const denied = denialOf(request, answer)
      if (denied !== undefined) return new Denial('denied', answer.url, denied, retryAt)
      return resultOf(request, answer, (known?.etag ?? known?.lastModified) != null)
    } catch (error) {
      if (error instanceof Denial) return error
      if (error instanceof RedirectFault && error.denial !== undefined && exchangeOfHost(url.hostname))
        return new Denial('denied', url, error.denial)
      throw error
    }
  }
}

/** Status codes by which a host refuses us. (429 is handled with the request.) */
const REFUSALS = [401, 403, 451]

/** True when the host answers as it does to requests without valid cookies. */
const isTurnedAway = ({ expects }: DownloadRequest, { status, body }: FinalResponse): boolean =>
  status === 401 || status === 403 || (expects !== 'html' && isMarkup(body))

/** How an answer denies access, `undefined` when it does not. */
function denialOf({ expects, day }: DownloadRequest, { status, body }: FinalResponse): string | undefined {
  if (REFUSALS.includes(status)) return `HTTP ${status}`
  if (status !== 200) return undefined
  if (expects === 'html') return isTitledAsBlock(body) ? describePage(body) : undefined
  if (!isMarkup(body)) return undefined
  if (day === undefined) return isBlockPage(body) ? insteadOf(expects, body) : undefined
  // A page with another title is no block page, whatever its text contains: it may say that there is no file of the day.
  const isBlock = titleInText(body) === undefined ? isBlockPage(body) : isTitledAsBlock(body)
  return isBlock ? describePage(body) : undefined
}

/** Classifies an answer. Denials and temporary failures have been handled before. */
function resultOf(
  request: DownloadRequest,
  { url, status, headers, body }: FinalResponse,
  isConditional: boolean,
): DownloadResult {
  if (status === 304 && isConditional) return { kind: 'unchanged' }
  if ((status === 404 || status === 410) && request.day !== undefined) return { kind: 'absent' }
  if (status !== 200) throw new UpstreamFault('changed', messageAbout(url, `HTTP ${status}`))
  if (isBlank(body)) throw new UpstreamFault('changed', messageAbout(url, 'an empty answer'))
  // Some hosts answer with a page where there is no file of a day; the source knows what the page means.
  if (request.day === undefined && request.expects !== 'html' && isMarkup(body))
    throw new UpstreamFault('changed', messageAbout(url, insteadOf(request.expects, body)))
  return {
    kind: 'fresh',
    body,
    etag: validatorIn(headers.etag),
    lastModified: validatorIn(headers['last-modified']),
  }
}

const validatorIn = (value: string | undefined): string | null =>
  value !== undefined && isSendable(value) ? value : null

const insteadOf = (expects: DownloadRequest['expects'], body: Uint8Array): string =>
  `${describePage(body)} instead of ${expects.toUpperCase()}`

function describePage(body: Uint8Array): string {
  const title = titleInText(body)
  return title === undefined ? 'a page without title' : `a page titled "${title}"`
}

/** Enough for the title and text of a block page, which is short. */
const LOOKED_AT_BYTES = 64 * 1024

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, LOOKED_AT_BYTES))

/** True for HTML and XML, whatever the header says: no JSON and no CSV of ours begins with an angle bracket. */
export const isMarkup = (body: Uint8Array): boolean => /^\s*</.test(textOf(body))

export const isBlank = (body: Uint8Array): boolean =>
  body.length < LOOKED_AT_BYTES && textOf(body).trim() === ''

/** The title of a page, `undefined` when it has none. */
export function titleInText(body: Uint8Array): string | undefined {
  const text = textOf(body)
  const tag = text.search(/<title/i)
  const from = tag < 0 ? -1 : text.indexOf('>', tag)
  if (from < 0) return undefined
  const title = (text.slice(from + 1).split('<', 1)[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80)
  return title === '' ? undefined : title
}

const BLOCK_TITLE =
  /^(error\W+)?(access (to this page has been )?denied|request (unsuccessful|rejected|blocked)|just a moment|attention required|forbidden|403\b|unauthorized|pardon our interruption|bot verification|are you (a robot|human)|security check|blocked|captcha|cloudflare)/i

const BLOCK_TEXT =
  /access denied|access to this page has been denied|request (unsuccessful|rejected)|incapsula|imperva|\bcaptcha\b|cf-(chl|error)|by cloudflare|cloudflare ray|just a moment|unusual traffic|\bforbidden\b|you don['’]t have permission|(you have|has) been blocked|verify (that )?you are (a )?human/i

/** Checks the title alone: the text of a news page may contain such phrases. */
export const isTitledAsBlock = (body: Uint8Array): boolean => BLOCK_TITLE.test(titleInText(body) ?? '')

/** True for a page that denies access. */
export const isBlockPage = (body: Uint8Array): boolean =>
  isTitledAsBlock(body) || BLOCK_TEXT.test(textOf(body))
