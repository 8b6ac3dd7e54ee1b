import type { Quotes } from '../kit/range-bar.tsx'

/** The size that messengers and X show in full, in pixels. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** Amber is only for doubt; grey is for what is old or missing. */
export type Tone = 'ink' | 'quiet' | 'doubt'

/** A figure with what it is and what to know about it. */
export interface CardFigure {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly tone?: Tone
}

/** What a card says. There is one layout for all cards, which leaves out what is missing. */
export interface Card {
  /** What kind of thing it is, in the corner. */
  readonly corner: string
  /** A warning, before everything else. */
  readonly notice?: string
  readonly title: string
  readonly subtitle?: string
  /** The first is the large one. */
  readonly figures?: readonly CardFigure[]
  readonly quotes?: Quotes | null
  readonly rows?: readonly (readonly [text: string, end: string])[]
  readonly columns?: readonly (readonly [label: string, text: string])[]
  readonly foot?: readonly string[]
}
