import { createRequire as requireFrom } from 'node:module'
import type * as Renderer from '@resvg/resvg-js'
import { atFirstUse } from '../../at-first-use.ts'
import { Problem, TemporarilyUnavailable } from '../../request/problems.ts'
import { pngOf } from './png.ts'

/** The package that draws. It is empty where it has no binary for this platform. */
const renderer = atFirstUse((): Partial<typeof Renderer> => {
  try {
    return requireFrom(import.meta.url)('@resvg/resvg-js')
  } catch {
    return {}
  }
})

export const canDrawCards = (): boolean => renderer().renderAsync !== undefined

/** Draws an SVG as a PNG of its own size, mostly beside the main thread. */
export async function drawPng(svg: string): Promise<Buffer> {
  const { renderAsync } = renderer()
  if (!renderAsync)
    throw new Problem(
      'NOT_FOUND',
      'this service has no cards, because it runs on a platform that cannot draw them',
    )
  const { width, height, pixels } = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return pngOf(width, height, pixels)
}

/** Half of the threads that Node shares between compression, file access and drawing. */
const AT_ONCE = 2
/** About two seconds of drawing. */
const MAX_WAITING = 60
const RETRY_SECONDS = 5

/** Limits how many cards are made at a time, so that a flood of requests for different cards delays nothing else. */
export class DrawingQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** Reads the facts of a card and draws it, when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running++
    else if (this.#waiting.length < MAX_WAITING)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else
      throw new TemporarilyUnavailable(
        `${MAX_WAITING} cards wait to be drawn, which is the limit; try again in ${RETRY_SECONDS} seconds`,
        RETRY_SECONDS,
      )
    try {
      return await work()
    } finally {
      // Hands the place to the next one that waits.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
