import { cards } from './en/cards.ts'
import { changes } from './en/changes.ts'
import { fields } from './en/fields.ts'
import { glossary } from './en/glossary.ts'
import { share } from './en/share.ts'
import { sources } from './en/sources.ts'
import { states } from './en/states.ts'
import { unannounced } from './en/unannounced.ts'

/**
 * The words of every term, milestone, state and figure, for pages, cards, feeds, alerts and commands alike: text, or a
 * function where the words depend on values. A part per subject is in `en/`.
 */
export const en = { ...changes, ...fields, ...glossary, ...sources, ...states, ...unannounced, cards, share } as const
