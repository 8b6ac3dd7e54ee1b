import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ReadingPace, type RepeatEvery, WINDOW_MS } from './reading-pace.ts'
import { sendStream } from './send-stream.ts'

const KIB = 1024
const SECONDS = WINDOW_MS / 1000

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
  const before = 5_000_000
  const pace = new ReadingPace(before)
  expect(pace.isTooSlow({ takenBytes: before + taken, hasBackpressure: true }, isContended)).toBe(isTooSlow)
})

test('each window counts only the bytes taken in it', () => {
  const pace = new ReadingPace(0)
  const fast = 16 * KIB * SECONDS
  expect(pace.isTooSlow({ takenBytes: 3 * fast, hasBackpressure: true }, true)).toBe(false)
  expect(pace.isTooSlow({ takenBytes: 3 * fast + 1, hasBackpressure: true }, true)).toBe(true)
})

test('a reader that has taken all bytes is not too slow', () => {
  expect(new ReadingPace(0).isTooSlow({ takenBytes: 0, hasBackpressure: false }, true)).toBe(false)
})

/** Streams to a reader that reads nothing after the headers; `endWindow` ends a window. */
async function stalledReader(isContended: () => boolean) {
  const ticks: (() => void)[] = []
  const every: RepeatEvery = (_ms, tick) => {
    ticks.push(tick)
    return () => void ticks.splice(ticks.indexOf(tick), 1)
  }
  async function* texts() {
    for (;;) yield 'x'.repeat(64 * KIB)
  }
  let ended: Promise<unknown> | undefined
  let needsDrain = () => false
  const server = createServer((_request, response) => {
    needsDrain = () => response.writableNeedDrain
    ended = sendStream(response, texts(), 'identity', isContended, every).catch((error) => error.code)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void reader.destroy())
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(reader, 'readable')
  await expect.poll(needsDrain).toBe(true)
  const endWindow = () => {
    for (const tick of [...ticks]) tick()
  }
  return { endWindow, ticks, reader, ended: () => ended }
}

test('a reader that stopped reading is reset at the end of the next window', async () => {
  const { endWindow, ticks, reader, ended } = await stalledReader(() => false)
  // Bytes in the buffers of the operating system count as taken, so the first window passes.
  endWindow()
  expect(reader.destroyed).toBe(false)
  endWindow()
  expect(await ended()).toBe('ERR_STREAM_PREMATURE_CLOSE')
  expect(ticks).toEqual([])
  reader.resume()
  const [error] = await once(reader, 'error')
  expect(error.code).toBe('ECONNRESET')
})
