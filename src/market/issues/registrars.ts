import { type Day, type Instant, istInstant } from '../calendar.ts'
import { EXCHANGE_TABLE } from '../exchanges.ts'
import { type Board, EXCHANGES, type Exchange } from '../facts/fact.ts'
import { placeTogether } from './name-search.ts'

/** The registrar of an issue, and its page where investors can check their allotment; `null` if we know none. */
export interface Registrar {
  readonly name: string
  readonly allotmentUrl: string | null
}

/**
 * The registrars with a page that we know: what their printed names contain, from the beginning of a word on, in small
 * letters and without what is between words; their name; and the page. Pages move: all but those of KFin and Bigshare
 * were fetched on 2026-08-23.
 */
export const KNOWN_REGISTRARS: readonly (readonly [
  patterns: readonly string[],
  name: string,
  allotmentUrl: string,
])[] = [
  [['kfin', 'karvy'], 'KFin Technologies', 'https://ipostatus.kfintech.com/'],
  [['mufg', 'intime'], 'MUFG Intime', 'https://in.mpms.mufg.com/Initial_Offer/public-issues.html'],
  [['bigshare'], 'Bigshare Services', 'https://ipo.bigshareonline.com/ipo_status.html'],
  [
    ['skyline'],
    'Skyline Financial Services',
    'https://www.skylinerta.com/display_ipo_rightissue_allotment.php',
  ],
  [['cameo'], 'Cameo Corporate Services', 'https://ipo.cameoindia.com/'],
  [['maashitla'], 'Maashitla Securities', 'https://maashitla.com/allotment-status/public-issues'],
  [['purva'], 'Purva Sharegistry', 'https://www.purvashare.com/investor-service/ipo-query'],
  [
    ['integratedregistry'],
    'Integrated Registry Management Services',
    'https://ipostatus.integratedregistry.in/RegistrarsToSTANew.aspx',
  ],
  [['mudra'], 'Mudra RTA Ventures', 'https://mudrarta.com/display_ipo_rightissue_allotment.php'],
  [['abhipra'], 'Abhipra Capital', 'https://www.abhipra.com/services/rta-services/running-ipo'],
  [['masservices'], 'MAS Services', 'https://www.masserv.com/opt.asp'],
  [['alankit'], 'Alankit Assignments', 'https://ipo.alankit.com/'],
  [
    ['satellitecorporate'],
    'Satellite Corporate Services',
    'https://www.satellitecorporate.com/ipo-query.php',
  ],
  [['maheshwaridatamatics'], 'Maheshwari Datamatics', 'https://www.mdpl.in/ipo-allotment-status'],
]

/** The known registrar whose pattern comes first in a printed name; any other keeps its name as printed. */
export function registrarOf(printed: string): Registrar {
  const [first] = KNOWN_REGISTRARS.flatMap(([patterns, name, allotmentUrl]) =>
    patterns.map((pattern) => ({ at: placeTogether(printed, pattern), name, allotmentUrl })),
  )
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return first
    ? { name: first.name, allotmentUrl: first.allotmentUrl }
    : { name: printed.trim(), allotmentUrl: null }
}

/** On the allotment day the basis of allotment is due to be final at this time. Results may be up from then on. */
export const ALLOTMENT_RESULT_IST = '18:00'

/** From when on the pages of registrar and exchange may show the result of an allotment that is due on a day. */
export const allotmentResultFrom = (allotmentDay: Day): Instant =>
  istInstant(allotmentDay, ALLOTMENT_RESULT_IST)

/** A page of an exchange where investors can check their application and allotment. */
interface AllotmentCheckPage {
  readonly exchange: Exchange
  readonly url: string
  readonly needsLogin: boolean
}

/** The exchanges' own pages, beside the registrar's. None for an SME issue whose exchange is not known. */
export function allotmentCheckPages(
  board: Board,
  exchanges: readonly Exchange[] | null,
): AllotmentCheckPage[] {
  return EXCHANGES.filter((exchange) =>
    board === 'SME' ? exchanges?.includes(exchange) : EXCHANGE_TABLE[exchange].checksMainboardAllotment,
  ).map((exchange) => ({ exchange, ...EXCHANGE_TABLE[exchange].allotmentCheck }))
}
