import type { FixedFile } from '../publish/fixed-route.ts'
import { CLIENT, COPY_SCRIPT, EMBED_STYLES, OFFLINE_WORKER, SCRIPT, STYLES } from '../web/assets.ts'
import { llmsText, robotsText } from '../web/crawlers/crawler-texts.ts'
import type { OpenApi } from '../web/developers/openapi-reading.ts'
import { ICON_FILES } from '../web/mark/icons.tsx'

/** The address of an asset changes with its content. */
const ASSET_MAX_AGE_SECONDS = 365 * 86_400
const ICON_MAX_AGE_SECONDS = 86_400
const JSON_TYPE = 'application/json; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

/**
 * The files that stay the same until the next release, of the service or of a static copy; with a lifetime, where it is not
 * that of an answer.
 */
export const fixedFiles = (
  publicUrl: string,
  document: OpenApi,
  isCopy = false,
): readonly (FixedFile & { readonly maxAgeSeconds?: number })[] => [
  { path: '/openapi.json', contentType: JSON_TYPE, body: JSON.stringify(document, null, 2) },
  CLIENT,
  ...[STYLES, EMBED_STYLES, SCRIPT, ...(isCopy ? [COPY_SCRIPT] : [])].map((asset) => ({
    ...asset,
    maxAgeSeconds: ASSET_MAX_AGE_SECONDS,
  })),
  OFFLINE_WORKER,
  ...ICON_FILES.map((icon) => ({ ...icon, maxAgeSeconds: ICON_MAX_AGE_SECONDS })),
  { path: '/robots.txt', contentType: PLAIN, body: robotsText(publicUrl, isCopy) },
  { path: '/llms.txt', contentType: PLAIN, body: llmsText(publicUrl, isCopy) },
]
