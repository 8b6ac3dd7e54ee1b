import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedIpoWith } from '../../../test/support/shared-ipo.ts'
import { cardSvg } from './card-layout.tsx'
import { ipoCard } from './cards.ts'
import { DrawingQueue, drawPng } from './draw-card.ts'
import { pngOf } from './png.ts'

const drawn = async (name: string) =>
  drawPng(await cardSvg(ipoCard(sharedIpoWith({ name }), '2026-01-15'), false))

describe('a PNG', () => {
  test('contains the pixels of the drawing', async () => {
    const rgba = Buffer.from([255, 0, 0, 255, 0, 255, 0, 255])
    const png = await pngOf(1, 2, rgba)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 2])
    const length = png.readUInt32BE(33)
    expect(png.toString('latin1', 37, 41)).toBe('IDAT')
    expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 255, 0, 0, 255, 0, 0, 255, 0, 255])
  })

  test.each(['₹45', 'कमल क्षित्रि', 'ગુજરાત ક્ષેત્રિય'])('shows %s in a bundled font', async (text) => {
    const svg = (name: string) => cardSvg({ corner: '', title: name }, false)
    expect(await svg(text)).not.toBe(await svg(''))
    // Text that no font has would be boxes, the same for each text of as many characters.
    expect(await svg(text)).not.toBe(await svg('\u0e01'.repeat(text.length)))
  })

  test('is drawn for any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (name) => {
        const png = await drawn(name)
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
      }),
      { numRuns: 20 },
    )
  })

  test.each([']]>', '<![CDATA[x]]>', '<!-- -- -->', '<?xml ?>', '&amp;&#0;&x;', '\ufffe\uffff'])(
    'is drawn for the name %s, which has a meaning in XML',
    async (name) => {
      expect((await drawn(name)).readUInt32BE(16)).toBe(1200)
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
