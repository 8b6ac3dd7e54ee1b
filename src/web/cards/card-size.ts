/** The size that messengers and X show in full, in pixels. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
