import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { resetConnection, watchPace } from '../../publish/send-stream.ts'
import { type ByteRange, byteRange } from './byte-range.ts'

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

/** Sends a part of a file. A client that is too slow is disconnected, and a failure resets the connection. */
export async function sendFilePart(
  response: ServerResponse,
  path: string,
  { first, last }: ByteRange,
  isContended: () => boolean,
): Promise<void> {
  const endWatch = watchPace(response, isContended)
  try {
    await pipeline(createReadStream(path, { start: first, end: last }), response)
  } catch (error) {
    resetConnection(response)
    throw error
  } finally {
    endWatch()
  }
}
