export const LEGAL_WORDS: ReadonlySet<string> = new Set(['limited', 'ltd', 'private', 'pvt'])

const LEGAL_ENDING = /(?<![\s,])(?:[\s,]+(?:private|pvt)\.?)?[\s,]+(?:limited|ltd)\.?$/i

/** The name without the legal words at its end. A name that consists only of these stays whole. */
export const shortName = (name: string): string => name.trim().replace(LEGAL_ENDING, '') || name
