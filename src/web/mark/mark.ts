/** The side of the square that the mark is drawn in. */
export const MARK_SIDE = 32

/** Our mark, between two figures: the expected gain in grey, the actual gain in blue. */
export const MARK = {
  ground: '#16181d',
  radius: 7,
  line: { d: 'M6 21.5 13 15l5 4 8-9', stroke: '#8b909b', width: 3 },
  dot: { cx: 26, cy: 10, r: 3.5, fill: '#8fb7f5' },
} as const

export interface MarkOptions {
  /** False for icons whose corners the system cuts itself. */
  readonly isRounded?: boolean
  /** The drawing's part of the side: below 1 where a system may cut off the edges. */
  readonly scale?: number
}

/** The mark as a file. */
export function markSvg({ isRounded = true, scale = 1 }: MarkOptions = {}): string {
  const { ground, radius, line, dot } = MARK
  const inset = ((1 - scale) * MARK_SIDE) / 2
  const shapes =
    `<path d="${line.d}" fill="none" stroke="${line.stroke}" stroke-width="${line.width}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<circle cx="${dot.cx}" cy="${dot.cy}" r="${dot.r}" fill="${dot.fill}"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIDE} ${MARK_SIDE}">` +
    `<rect width="${MARK_SIDE}" height="${MARK_SIDE}" rx="${isRounded ? radius : 0}" fill="${ground}"/>` +
    (scale === 1 ? shapes : `<g transform="translate(${inset} ${inset}) scale(${scale})">${shapes}</g>`) +
    '</svg>'
  )
}
