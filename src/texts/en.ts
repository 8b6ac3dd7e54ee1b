import { calendar } from './en/calendar.ts'
import { cards } from './en/cards.ts'
import { chances } from './en/chances.ts'
import { changes } from './en/changes.ts'
import { copy } from './en/copy.ts'
import { deals } from './en/deals.ts'
import { evidence } from './en/evidence.ts'
import { fields } from './en/fields.ts'
import { freshness } from './en/freshness.ts'
import { glossary } from './en/glossary.ts'
import { ipo } from './en/ipo.ts'
import { ipoPage } from './en/ipo-page.ts'
import { lockIns } from './en/lock-ins.ts'
import { scores } from './en/scores.ts'
import { search } from './en/search.ts'
import { share } from './en/share.ts'
import { sources } from './en/sources.ts'
import { states } from './en/states.ts'
import { today } from './en/today.ts'
import { unannounced } from './en/unannounced.ts'

/**
 * The words of every term, milestone, state and figure, for pages, cards, feeds, alerts and commands alike: text, or a
 * function where the words depend on values. A part per subject is in `en/`.
 */
export const en = {
  changes,
  fields,
  freshness,
  glossary,
  ipoPage,
  ipo,
  lockIns,
  sources,
  states,
  today,
  unannounced,
  calendar,
  cards,
  chances,
  copy,
  deals,
  evidence,
  scores,
  search,
  share,
} as const
