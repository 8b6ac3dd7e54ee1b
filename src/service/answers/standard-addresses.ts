import { ENDPOINTS } from '../../api/endpoints.ts'
import type { RequestedAddress } from '../../publish/sender.ts'
import { BASE } from '../../request/paths.ts'

/** The pages that visitors open first. */
const PAGES = ['/', '/ipos', '/calendar', '/scoreboard', '/accuracy', '/deals', '/changes', '/sources']

/** The endpoints as an application requests them first, without parameters. */
const JSON_ADDRESSES = ENDPOINTS.map(({ path }) => path).filter((path) => !path.includes('{'))

/**
 * The addresses that everyone requests, which are made right after the start. Brotli is left to the first request for it,
 * since it needs much memory.
 */
export const STANDARD_ADDRESSES: readonly RequestedAddress[] = [...PAGES, BASE, ...JSON_ADDRESSES].map(
  (address) => ({ address, encodings: ['gzip', 'identity'] }),
)
