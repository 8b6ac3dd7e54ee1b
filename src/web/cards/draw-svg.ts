import { readFileSync } from 'node:fs'
import type { VNode } from 'preact'
import { atFirstUse } from '../../at-first-use.ts'
import { projectFile } from '../../project-file.ts'

/** A family in two weights, and one font for each further script. `npm run build` copies them. */
const FONTS = [
  { name: 'Inter', file: 'inter-500.ttf', weight: 500 },
  { name: 'Inter', file: 'inter-700.ttf', weight: 700 },
  { name: 'Noto Sans Devanagari', file: 'noto-devanagari-700.woff', weight: 700 },
  { name: 'Noto Sans Gujarati', file: 'noto-gujarati-700.woff', weight: 700 },
] as const

/** The package is large, so it is loaded when the first card is drawn. It keeps what it read of the fonts. */
const loaded = atFirstUse(async () => {
  const { default: satori } = await import('satori')
  const fonts = FONTS.map(({ file, ...font }) => ({
    ...font,
    style: 'normal' as const,
    data: readFileSync(projectFile(`dist/fonts/${file}`)),
  }))
  return { satori, fonts }
})

const FAMILIES = [...new Set(FONTS.map(({ name }) => name))].join(', ')

/** Lays elements out as CSS does, as an SVG whose text is shapes, joined as the script of each name wants it. */
export async function drawSvg(element: VNode, width: number, height: number): Promise<string> {
  const { satori, fonts } = await loaded()
  const style = { display: 'flex', fontFamily: FAMILIES }
  // The package asks for the type of a React element, which one of Preact is in all that matters.
  const root = { type: 'div', key: null, props: { style, children: element } } as never
  return satori(root, { width, height, fonts })
}
