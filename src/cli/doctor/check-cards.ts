import { canDrawCards } from '../../web/cards/draw-card.ts'
import { type Finding, findingsOf } from './finding.ts'

const { warn } = findingsOf('cards')

/** Without its renderer the service has no cards, and everything else. */
export const checkCards = (): Finding[] =>
  canDrawCards()
    ? []
    : [
        warn(
          'the pictures beside shared links cannot be drawn: @resvg/resvg-js has no binary for this platform, or npm left it out',
          'nothing if you do not miss them; else install again without --omit=optional, or use a platform that it supports',
        ),
      ]
