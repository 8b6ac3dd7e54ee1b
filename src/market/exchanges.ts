import type { Day } from './calendar.ts'

/** What differs between exchanges. */
interface ExchangeRules {
  /** The name under which its facts are published. */
  readonly publisher: string
  /** The domain of its own hosts. */
  readonly domain: string
  /** Where it says what its website may be used for. */
  readonly termsOfUse: string
  /** By what its price files name a share: the symbol that the exchange gave it, or BSE's trading code. */
  readonly sharesNamedBy: 'symbol' | 'bseCode'
  /** Whether the price file of a first trading day has the issue price as previous close. Others may print none. */
  readonly printsIssuePrice: boolean
  /** By how many percent of the issue price an SME share may open above or below it, and from which day on. */
  readonly smeCeiling: { readonly percent: number; readonly from: Day } | null
  readonly smeFloor: { readonly percent: number; readonly from: Day } | null
  /** Its page where investors can check their application and allotment in SME issues that list there. */
  readonly allotmentCheck: { readonly url: string; readonly needsLogin: boolean }
  /** Whether that page has mainboard issues too, wherever they list. */
  readonly checksMainboardAllotment: boolean
}

/** In order of preference: an earlier exchange's listing price and book count before those of a later one. */
export const EXCHANGE_TABLE = {
  NSE: {
    publisher: 'nse',
    domain: 'nseindia.com',
    termsOfUse: 'https://www.nseindia.com/nse-terms-of-use',
    sharesNamedBy: 'symbol',
    printsIssuePrice: true,
    smeCeiling: { percent: 90, from: '2024-07-04' },
    smeFloor: { percent: 20, from: '2025-08-04' },
    allotmentCheck: {
      url: 'https://www.nseindia.com/invest/check-trades-bids-verify-ipo-bids',
      needsLogin: true,
    },
    checksMainboardAllotment: false,
  },
  BSE: {
    publisher: 'bse',
    domain: 'bseindia.com',
    termsOfUse: 'https://www.bseindia.com/static/about/disclaimer.aspx',
    sharesNamedBy: 'bseCode',
    printsIssuePrice: false,
    // Measured on listing prices: no circular was found.
    smeCeiling: { percent: 90, from: '2025-01-01' },
    smeFloor: { percent: 20, from: '2025-01-01' },
    allotmentCheck: { url: 'https://www.bseindia.com/investors/appli_check.aspx', needsLogin: false },
    checksMainboardAllotment: true,
  },
} as const satisfies Readonly<Record<string, ExchangeRules>>

/** The publisher whose symbol and spelling of a name stand before those of the other exchanges. */
export const NAMING_PUBLISHER = EXCHANGE_TABLE.NSE.publisher

/** True for an https address on a host of an exchange: documents elsewhere are not linked to. */
export function isExchangeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, port } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false
  return exchangeOfHost(hostname) !== undefined
}

/** The exchange that a host belongs to. */
export const exchangeOfHost = (hostname: string): keyof typeof EXCHANGE_TABLE | undefined =>
  (Object.keys(EXCHANGE_TABLE) as (keyof typeof EXCHANGE_TABLE)[]).find((exchange) => {
    const { domain } = EXCHANGE_TABLE[exchange]
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
