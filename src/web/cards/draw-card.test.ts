import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedIpoWith } from '../../../test/support/shared-ipo.ts'
import { DrawingQueue, drawPng } from './draw-card.ts'
import { ipoCardSvg } from './ipo-share-card.tsx'
import { pngOf } from './png.ts'

describe('a PNG', () => {
  test('contains the pixels of the drawing', async () => {
    const rgba = Buffer.from([255, 0, 0, 255, 0, 255, 0, 255])
    const png = await pngOf({ width: 1, height: 2, rgba })
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 2])
    const length = png.readUInt32BE(33)
    expect(png.toString('latin1', 37, 41)).toBe('IDAT')
    expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 255, 0, 0, 255, 0, 0, 255, 0, 255])
  })

  test('shows text in the bundled font', async () => {
    const drawn = (text: string) =>
      drawPng(
        `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><text x="0" y="30" font-family="Inter" font-size="30">${text}</text></svg>`,
      )
    const blank = await drawn('')
    expect((await drawn('₹45')).equals(blank)).toBe(false)
    expect((await drawn('₹45')).equals(await drawn('₹46'))).toBe(false)
  })

  test('is drawn for any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (name) => {
        const svg = ipoCardSvg(sharedIpoWith({ name }), { today: '2026-01-15', isDemo: false })
        const png = await drawPng(svg)
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
      }),
      { numRuns: 20 },
    )
  })

  test.each([']]>', '<![CDATA[x]]>', '<!-- -- -->', '<?xml ?>', '&amp;&#0;&x;', '\ufffe\uffff'])(
    'is drawn for the name %s, which has a meaning in XML',
    async (name) => {
      const svg = ipoCardSvg(sharedIpoWith({ name }), { today: '2026-01-15', isDemo: false })
      expect((await drawPng(svg)).readUInt32BE(16)).toBe(1200)
    },
  )
})

describe('the queue of drawings', () => {
  /** A queue whose drawings end when the test lets them. */
  const held = () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const queue = new DrawingQueue()
    const draw = (name: string) =>
      queue.run(() => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      })
    return { begun, ends, draw }
  }

  test('draws two at a time, the others in turn', async () => {
    const { begun, ends, draw } = held()
    const drawings = ['a', 'b', 'c'].map(draw)
    expect(begun).toEqual(['a', 'b'])
    ends[0]?.()
    expect(await drawings[0]).toBe('a')
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const end of ends) end()
    expect(await Promise.all(drawings)).toEqual(['a', 'b', 'c'])
  })

  test('refuses further drawings while it is full, and accepts them again later', async () => {
    const { ends, draw } = held()
    const accepted = Array.from({ length: 62 }, (_, i) => draw(String(i)))
    await expect(draw('one too many')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      headers: { 'Retry-After': '5' },
    })
    for (let i = 0; i < accepted.length; i++) {
      ends[i]?.()
      await accepted[i]
    }
    const later = draw('later')
    ends.at(-1)?.()
    expect(await later).toBe('later')
  })

  test('goes on after a drawing that failed', async () => {
    const queue = new DrawingQueue()
    const fail = async () => {
      throw new Error('no such drawing')
    }
    const failed = [fail, fail, fail].map((work) => queue.run(work).catch(() => 'failed'))
    expect(await Promise.all(failed)).toEqual(['failed', 'failed', 'failed'])
    expect(await queue.run(async () => 'good')).toBe('good')
  })
})
