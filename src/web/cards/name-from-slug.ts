import { capitalized } from '../../texts/format.ts'

/** `acme-foods` as a name, for a name in a script that the font of the cards does not have. */
export const nameFromSlug = (slug: string): string => slug.split('-').map(capitalized).join(' ')
