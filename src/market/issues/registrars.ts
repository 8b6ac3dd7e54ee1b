import { type Day, type Instant, instantFromMs, istMs } from '../calendar.ts'
import { EXCHANGE_TABLE } from '../exchanges.ts'
import { type Board, EXCHANGES, type Exchange } from '../facts/fact.ts'

/** The registrar of an issue, and its page where investors can check their allotment; `null` if we know none. */
export interface Registrar {
  readonly name: string
  readonly allotmentUrl: string | null
}

/** A registrar with a page that we know. */
interface KnownRegistrar extends Registrar {
  /** What its printed names contain, in lower case and without spaces, from the beginning of a word on. */
  readonly patterns: readonly string[]
  readonly allotmentUrl: string
  /** The last day on which the page is known to have been fetched; `null` if there is none. Pages move. */
  readonly lastChecked: Day | null
}

export const KNOWN_REGISTRARS: readonly KnownRegistrar[] = [
  {
    patterns: ['kfin', 'karvy'],
    name: 'KFin Technologies',
    allotmentUrl: 'https://ipostatus.kfintech.com/',
    lastChecked: null,
  },
  {
    patterns: ['mufg', 'intime'],
    name: 'MUFG Intime',
    allotmentUrl: 'https://in.mpms.mufg.com/Initial_Offer/public-issues.html',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['bigshare'],
    name: 'Bigshare Services',
    allotmentUrl: 'https://ipo.bigshareonline.com/ipo_status.html',
    lastChecked: null,
  },
  {
    patterns: ['skyline'],
    name: 'Skyline Financial Services',
    allotmentUrl: 'https://www.skylinerta.com/display_ipo_rightissue_allotment.php',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['cameo'],
    name: 'Cameo Corporate Services',
    allotmentUrl: 'https://ipo.cameoindia.com/',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['maashitla'],
    name: 'Maashitla Securities',
    allotmentUrl: 'https://maashitla.com/allotment-status/public-issues',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['purva'],
    name: 'Purva Sharegistry',
    allotmentUrl: 'https://www.purvashare.com/investor-service/ipo-query',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['integratedregistry'],
    name: 'Integrated Registry Management Services',
    allotmentUrl: 'https://ipostatus.integratedregistry.in/RegistrarsToSTANew.aspx',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['mudra'],
    name: 'Mudra RTA Ventures',
    allotmentUrl: 'https://mudrarta.com/display_ipo_rightissue_allotment.php',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['abhipra'],
    name: 'Abhipra Capital',
    allotmentUrl: 'https://www.abhipra.com/services/rta-services/running-ipo',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['masservices'],
    name: 'MAS Services',
    allotmentUrl: 'https://www.masserv.com/opt.asp',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['alankit'],
    name: 'Alankit Assignments',
    allotmentUrl: 'https://ipo.alankit.com/',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['satellitecorporate'],
    name: 'Satellite Corporate Services',
    allotmentUrl: 'https://www.satellitecorporate.com/ipo-query.php',
    lastChecked: '2026-08-23',
  },
  {
    patterns: ['maheshwaridatamatics'],
    name: 'Maheshwari Datamatics',
    allotmentUrl: 'https://www.mdpl.in/ipo-allotment-status',
    lastChecked: '2026-08-23',
  },
]

/** The known registrar whose pattern comes first in a printed name; any other keeps its name as printed. */
export function registrarOf(printed: string): Registrar {
  const { letters, wordStarts } = lettersOf(printed)
  let best: { readonly at: number; readonly known: KnownRegistrar } | undefined
  for (const known of KNOWN_REGISTRARS)
    for (const pattern of known.patterns)
      for (let at = letters.indexOf(pattern); at !== -1; at = letters.indexOf(pattern, at + 1))
        if (wordStarts.has(at)) {
          if (!best || at < best.at) best = { at, known }
          break
        }
  if (!best) return { name: printed.trim(), allotmentUrl: null }
  return { name: best.known.name, allotmentUrl: best.known.allotmentUrl }
}

/** Letters and digits of a text in lower case, without what is between words, and where each word begins in them. */
function lettersOf(text: string): { readonly letters: string; readonly wordStarts: ReadonlySet<number> } {
  const wordStarts = new Set<number>()
  let length = 0
  const words = text.toLowerCase().split(/[^a-z0-9]/)
  for (const word of words) {
    if (word !== '') wordStarts.add(length)
    length += word.length
  }
  return { letters: words.join(''), wordStarts }
}

/** On the allotment day the basis of allotment is due to be final at this time. Results may be up from then on. */
export const ALLOTMENT_RESULT_IST = '18:00'

/** From when on the pages of registrar and exchange may show the result of an allotment that is due on a day. */
export const allotmentResultFrom = (allotmentDay: Day): Instant =>
  instantFromMs(istMs(allotmentDay, ALLOTMENT_RESULT_IST))

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
