import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localServer } from '../../test/support/local-server.ts'
import { bodyOf, sendStream, WINDOW_MS, watchPace } from './send-stream.ts'

const KIB = 1024
const SECONDS = WINDOW_MS / 1000

/** Windows end when a test says so. */
function endWindowsByHand(): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => void vi.advanceTimersByTime(WINDOW_MS)
}

/** Watches a reader that takes as many bytes in each window; returns after which of them it was reset. */
function windowsWithReset(
  taken: readonly number[],
  isContended: boolean,
  hasBackpressure = true,
): readonly number[] {
  const endWindow = endWindowsByHand()
  let resets = 0
  // Bytes that Node still buffers are no bytes that the client has taken.
  const buffered = 3 * KIB
  const socket = {
    bytesWritten: 5_000_000 + buffered,
    writableLength: buffered,
    resetAndDestroy: () => resets++,
  }
  const response = { socket, writableNeedDrain: hasBackpressure } as unknown as ServerResponse
  const endWatch = watchPace(response, () => isContended)
  onTestFinished(endWatch)
  return taken.flatMap((bytes, window) => {
    const before = resets
    socket.bytesWritten += bytes
    endWindow()
    return resets > before ? [window] : []
  })
}

test.each([
  ['nothing', 0, false, true],
  ['nothing while all slots are taken', 0, true, true],
  ['just less than 32 KiB', 32 * KIB - 1, false, true],
  ['32 KiB', 32 * KIB, false, false],
  ['2 KiB a second', 2 * KIB * SECONDS, false, false],
  ['2 KiB a second while all slots are taken', 2 * KIB * SECONDS, true, true],
  ['just less than 16 KiB a second while all slots are taken', 16 * KIB * SECONDS - 1, true, true],
  ['16 KiB a second while all slots are taken', 16 * KIB * SECONDS, true, false],
])('a reader that takes %s in a window', (_name, taken, isContended, isTooSlow) => {
  expect(windowsWithReset([taken], isContended)).toEqual(isTooSlow ? [0] : [])
})

test('each window counts only the bytes taken in it', () => {
  expect(windowsWithReset([3 * 16 * KIB * SECONDS, 1], true)).toEqual([1])
})

test('a reader that has taken all bytes is not too slow', () => {
  expect(windowsWithReset([0], true, false)).toEqual([])
})

/** Streams to a reader that reads nothing after the headers. */
async function stalledReader(isContended: () => boolean) {
  const endWindow = endWindowsByHand()
  async function* texts() {
    for (;;) yield 'x'.repeat(64 * KIB)
  }
  let ended: Promise<unknown> | undefined
  let needsDrain = () => false
  const server = createServer((_request, response) => {
    needsDrain = () => response.writableNeedDrain
    ended = sendStream(response, bodyOf(texts()), isContended).catch((error) => error.code)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void reader.destroy())
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(reader, 'readable')
  await expect.poll(needsDrain).toBe(true)
  return { endWindow, reader, ended: () => ended }
}

test('a reader that stopped reading is reset at the end of the next window', async () => {
  const { endWindow, reader, ended } = await stalledReader(() => false)
  // Bytes in the buffers of the operating system count as taken, so the first window passes.
  endWindow()
  expect(reader.destroyed).toBe(false)
  endWindow()
  expect(await ended()).toBe('ERR_STREAM_PREMATURE_CLOSE')
  expect(vi.getTimerCount()).toBe(0)
  reader.resume()
  const [error] = await once(reader, 'error')
  expect(error.code).toBe('ECONNRESET')
})

test('a body is closed for a client that left before its beginning', async () => {
  const body = Readable.from(['a'.repeat(KIB)])
  let sending: Promise<unknown> = Promise.resolve()
  const address = await localServer((_request, response) => {
    response.destroy()
    sending = sendStream(response, body, () => false).catch((error) => error.code)
  })
  await expect(fetch(address)).rejects.toThrow()
  expect(await sending).toMatch(/^ERR_STREAM_/)
  expect(body.destroyed).toBe(true)
})
