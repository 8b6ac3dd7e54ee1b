import type { FastifyRequest } from 'fastify'

/** A part of a file, with both ends inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Parses `Range`: `undefined` for the whole file, also if the header is invalid; `null` if the range lies outside the file. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : null
}

/** The requested range. HTTP defines `Range` only for GET; with `If-Range`, it applies only to the same file. */
export function requestedRange(
  { method, headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | null | undefined {
  if (method !== 'GET') return undefined
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? byteRange(headers.range, bytes) : undefined
}

export const rangeHeaders = (range: ByteRange | null | undefined, bytes: number): Record<string, string> => {
  if (range === undefined) return { 'Content-Length': String(bytes) }
  if (range === null) return { 'Content-Range': `bytes */${bytes}`, 'Content-Length': '0' }
  const { first, last } = range
  return {
    'Content-Range': `bytes ${first}-${last}/${bytes}`,
    'Content-Length': String(last - first + 1),
  }
}
