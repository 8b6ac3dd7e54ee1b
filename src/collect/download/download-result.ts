import type { DownloadRequest } from '../../sources/source.ts'
import { isBlank, isBlockPage, isMarkup, isTitledAsBlock, titleInText } from './block-page.ts'
import type { Followed } from './follow-redirects.ts'
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

export const TURNED_AWAY = [401, 403]

/** True when the host answers as it does to requests without valid cookies. */
export const isTurnedAway = ({ expects }: DownloadRequest, { answer: { status, body } }: Followed): boolean =>
  TURNED_AWAY.includes(status) || (expects !== 'html' && isMarkup(body))

/** Classifies an answer. Refusals and temporary failures have been handled before. */
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
  if (request.day === undefined) requireDocument(request, url, body)
  else if (isMarkup(body)) refuseBlockPage(url, body)
  return {
    kind: 'fresh',
    url: url.href,
    body,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
  }
}

function requireDocument({ expects }: DownloadRequest, url: URL, body: Uint8Array): void {
  const page = describePage(body)
  if (expects === 'html') {
    if (isTitledAsBlock(body)) throw new UpstreamFault('refused', messageAbout(url, page))
  } else if (isMarkup(body)) {
    const kind = isBlockPage(body) ? 'refused' : 'changed'
    throw new UpstreamFault(kind, messageAbout(url, `${page} instead of ${expects.toUpperCase()}`))
  }
}

/** A page with another title is no block page, whatever its text contains. */
function refuseBlockPage(url: URL, body: Uint8Array): void {
  const isBlock = titleInText(body) === undefined ? isBlockPage(body) : isTitledAsBlock(body)
  if (isBlock) throw new UpstreamFault('refused', messageAbout(url, describePage(body)))
}

export function describePage(body: Uint8Array): string {
  const title = titleInText(body)
  return title === undefined ? 'a page without title' : `a page titled "${title}"`
}
