import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { atFirstUse } from '../../at-first-use.ts'
import { projectFile } from '../../project-file.ts'

/** The widths of the glyphs of a TrueType font, for cutting text before it is drawn. */
export class CardFont {
  /** Where the renderer reads it. */
  readonly file: string
  /** Glyph widths in parts of the font size, by code point. Kerning is not counted. */
  readonly #widths: () => ReadonlyMap<number, number>

  constructor(file: string) {
    this.file = file
    this.#widths = atFirstUse(() => glyphWidths(readFileSync(file)))
  }

  has(character: string): boolean {
    return this.#widths().has(character.codePointAt(0) ?? 0)
  }

  /** The width of a text of this size, in the unit of the size. */
  width(text: string, size: number): number {
    const widths = this.#widths()
    let width = 0
    for (const character of text) width += widths.get(character.codePointAt(0) ?? 0) ?? 0
    return width * size
  }
}

/** Reads the tables `cmap` (code point to glyph) and `hmtx` (glyph to width) of a TrueType file. */
function glyphWidths(font: Buffer): Map<number, number> {
  const unitsPerEm = font.readUInt16BE(tableAt(font, 'head') + 18)
  const metrics = font.readUInt16BE(tableAt(font, 'hhea') + 34)
  const hmtx = tableAt(font, 'hmtx')
  // Glyphs after the last metric have its width.
  const widthOf = (glyph: number) => font.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm
  const widths = new Map<number, number>()
  const groups = segmentedCoverage(font)
  const count = font.readUInt32BE(groups + 12)
  for (let i = 0; i < count; i++) {
    const at = groups + 16 + 12 * i
    const [first, last, glyph] = [0, 4, 8].map((offset) => font.readUInt32BE(at + offset)) as Triple
    for (let code = first; code <= last; code++) widths.set(code, widthOf(glyph + code - first))
  }
  return widths
}

type Triple = [number, number, number]

const TABLE_RECORDS = 12
const RECORD_BYTES = 16

/** The offset of a table. */
function tableAt(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4)
  for (let i = 0; i < count; i++) {
    const record = TABLE_RECORDS + RECORD_BYTES * i
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

const SEGMENTED_COVERAGE = 12

/** The subtable of `cmap` with groups of code points (format 12), which fonts with more than 65,536 code points have. */
function segmentedCoverage(font: Buffer): number {
  const cmap = tableAt(font, 'cmap')
  const count = font.readUInt16BE(cmap + 2)
  for (let i = 0; i < count; i++) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4)
    if (font.readUInt16BE(subtable) === SEGMENTED_COVERAGE) return subtable
  }
  throw new Error('the font has no cmap of format 12')
}

const built = (name: string): CardFont => new CardFont(fileURLToPath(projectFile(`dist/fonts/${name}.ttf`)))

/** Copied by `npm run build`. Cards use one family in two weights. */
export const CARD_FONTS = { medium: built('inter-500'), bold: built('inter-700') } as const
