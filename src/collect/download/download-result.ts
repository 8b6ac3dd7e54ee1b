import type { DownloadRequest } from '../../sources/source.ts'
import { isBlank, isBlockPage, isMarkup, isTitledAsBlock, titleInText } from './block-page.ts'
import type { Followed } from './follow-redirects.ts'
import { isSendable } from './send-request.ts'
import { messageAbout, UpstreamFault } from './upstream-fault.ts'

export type DownloadResult =
  | {
      readonly kind: 'fresh'
      /** The original address, after redirects. */
      readonly url: string
      readonly body: Uint8Array
      readonly etag: string | null
      readonly lastModified: string | null
    }
  /** The document is unchanged under the conditions. */
  | { readonly kind: 'unchanged' }
  /** There is no file of that day. */
  | { readonly kind: 'absent' }

/** Validators of the last answer, so that only a newer one is sent. */
export interface Conditions {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Status codes by which a host refuses us. (429 is handled with the request.) */
const REFUSALS = [401, 403, 451]

/** True when the host answers as it does to requests without valid cookies. */
export const isTurnedAway = ({ expects }: DownloadRequest, { answer: { status, body } }: Followed): boolean =>
  status === 401 || status === 403 || (expects !== 'html' && isMarkup(body))

/** How an answer denies access, `undefined` when it does not. */
export function denialOf({ expects, day }: DownloadRequest, { answer }: Followed): string | undefined {
  const { status, body } = answer
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
export function downloadResult(
  request: DownloadRequest,
  followed: Followed,
  isConditional: boolean,
): DownloadResult {
  const { url, answer } = followed
  const { status, headers, body } = answer
  if (status === 304 && isConditional) return { kind: 'unchanged' }
  if ((status === 404 || status === 410) && request.day !== undefined) return { kind: 'absent' }
  if (status !== 200) throw new UpstreamFault('changed', messageAbout(url, `HTTP ${status}`))
  if (isBlank(body)) throw new UpstreamFault('changed', messageAbout(url, 'an empty answer'))
  // Some hosts answer with a page where there is no file of a day; the source knows what the page means.
  if (request.day === undefined && request.expects !== 'html' && isMarkup(body))
    throw new UpstreamFault('changed', messageAbout(url, insteadOf(request.expects, body)))
  return {
    kind: 'fresh',
    url: url.href,
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
