/** The side of the square that the mark is drawn in. */
export const MARK_SIDE = 32

/** A tick at the issue price, the band of the quotes, and a tick at their median: the range bar of our pages. */
export const MARK_SHAPES = [
  { x: 5, y: 6, width: 3.5, height: 20, fill: 'ink' },
  { x: 11, y: 11.5, width: 16, height: 9, fill: 'ours' },
  { x: 18.5, y: 8, width: 3.5, height: 16, fill: 'ink' },
] as const

/** Ink on paper, and our blue, in light colours. */
export const MARK_COLOURS = { ink: '#16181d', ours: '#1c4e9c', paper: '#fbfaf6' } as const

export interface MarkOptions {
  /** False for icons whose corners the system cuts itself. */
  readonly isRounded?: boolean
  /** The drawing's part of the side: below 1 where a system may cut off the edges. */
  readonly scale?: number
}

/** The mark as a file, with its ground. */
export function markSvg({ isRounded = true, scale = 1 }: MarkOptions = {}): string {
  const inset = ((1 - scale) * MARK_SIDE) / 2
  const shapes = MARK_SHAPES.map(
    ({ x, y, width, height, fill }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="1" fill="${MARK_COLOURS[fill]}"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIDE} ${MARK_SIDE}">` +
    `<rect width="${MARK_SIDE}" height="${MARK_SIDE}" rx="${isRounded ? 7 : 0}" fill="${MARK_COLOURS.paper}"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${scale})">${shapes.join('')}</g></svg>`
  )
}
