import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export const BASE = '/api/public/market'

const SUMMARY = [
  'slug',
  'name',
  'board',
  'status',
  'priceMin',
  'priceMax',
  'lotSize',
  'issueSizeCr',
  'openDate',
  'closeDate',
  'lastGmp',
  'lastGmpPct',
  'lastSubX',
  'gmpSources',
  'gmpSpread',
  'gmpDisputed',
]

const ERROR_FIGURES = [
  'n',
  'biasPp',
  'biasInterval',
  'meanAbsErrorPp',
  'meanAbsErrorInterval',
  'medianAbsErrorPp',
  'medianAbsErrorInterval',
  'directionHits',
  'directionHitPct',
  'directionHitInterval',
]

const ACCURACY = [
  ...ERROR_FIGURES,
  'zero',
  'boardAverage',
  'isFew',
  'boardMedian',
  'alwaysGainHits',
  'alwaysGainHitPct',
  'zeroGmp',
  'directionWithoutZero',
  'atLimitN',
  'withoutLimits',
]

const TERMS = [
  'symbol',
  'isin',
  'bseCode',
  'exchanges',
  'issueType',
  'faceValue',
  'issuePrice',
  'minLots',
  'allotmentDate',
  'listingDate',
  'listing',
  'withdrawn',
]

const DISPUTE = ['day', 'disputed', 'owners', 'median', 'spread', 'limit', 'reason']

const OFFER = [
  'registrar',
  'leadManagers',
  'documents',
  'freshIssueShares',
  'freshIssueCr',
  'offerForSaleShares',
  'offerForSaleCr',
  'anchorShares',
  'marketMakerShares',
  'employeeDiscount',
  'upiCutoffAt',
  'industry',
  'expected',
  'application',
  'lastGmpDay',
  'lastGmpOwners',
  'minAmount',
  'range80',
  'chances',
  'lockIns',
  'gmpAtCloseDisputed',
]
const RANGES = ['n', 'judged', 'held', 'heldPct', 'heldInterval', 'medianWidthPp']

/** The fields of every object in their published order, written by hand, so that no change of the code goes unnoticed. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  IposBody: ['ok', 'count', 'ipos', 'disclaimer'],
  IpoBody: ['ok', 'ipo', 'disclaimer'],
  DealsBody: ['ok', 'deals', 'disclaimer'],
  ScoreboardBody: ['ok', 'summary', 'rows', 'disclaimer'],
  SourcesBody: ['ok', 'sources', 'disclaimer'],
  UnannouncedBody: ['ok', 'count', 'companies', 'disclaimer'],
  UnannouncedCompany: ['name', 'source', 'printed', 'gmp', 'openDate', 'closeDate', 'firstDay', 'lastDay'],
  AccuracyBody: ['ok', 'horizon', 'listings', 'scoreboardN', 'inBothN', 'median', 'sources', 'disclaimer'],
  MedianAccuracy: ['horizons', 'byBoard', 'byYear', 'bySize'],
  SourceAccuracy: ['source', 'owner', 'horizons', 'byBoard', 'byYear', 'bySize'],
  HorizonAccuracy: ['horizon', ...ACCURACY],
  SourceHorizonAccuracy: ['horizon', 'rank', 'againstMedian', ...ACCURACY],
  BoardAccuracy: ['board', ...ACCURACY],
  YearAccuracy: ['year', ...ACCURACY],
  SizeAccuracy: ['from', 'to', ...ACCURACY],
  ErrorFigures: [...ERROR_FIGURES, 'isFew'],
  ZeroGmp: ['n', 'listedAbove', 'listedAt', 'listedBelow'],
  DirectionWithoutZero: ['n', 'hits', 'hitPct', 'hitInterval', 'alwaysGainHits', 'alwaysGainHitPct'],
  CalibrationBody: ['ok', 'horizons', 'ranges', 'disclaimer'],
  HorizonRanges: ['horizon', 'overall', 'byBoard'],
  OverallRanges: RANGES,
  BoardRanges: ['board', ...RANGES],
  HorizonCalibration: ['horizon', 'n', 'bins'],
  CalibrationBin: [
    'from',
    'to',
    'n',
    'medianImpliedPct',
    'medianActualPct',
    'middleHalf',
    'aboveIssuePrice',
    'aboveIssuePricePct',
    'aboveIssuePriceInterval',
    'belowIssuePrice',
    'isFew',
  ],
  ChangesBody: ['ok', 'since', 'position', 'end', 'complete', 'changes', 'disclaimer'],
  Change: ['at', 'position', 'kind', 'by', 'slug', 'name', 'old', 'new', 'into'],
  IpoSummary: SUMMARY,
  IpoDetail: [...SUMMARY, ...TERMS, 'sources', 'dispute', ...OFFER, 'subsByDay', 'gmp', 'subs'],
  FullIpo: [...SUMMARY, ...TERMS, 'dispute', ...OFFER],
  Registrar: ['name', 'allotmentUrl'],
  IssueDocument: ['kind', 'url'],
  ExpectedDays: ['allotmentDate', 'creditDate', 'listingDate', 'rule'],
  Chance: ['category', 'chance', 'basis', 'applications', 'allotments', 'asOf'],
  LockIn: ['kind', 'date', 'tradingDate', 'sharePct', 'shares', 'basis'],
  Application: ['category', 'minLots', 'minShares', 'minAmount', 'maxLots', 'maxShares', 'maxAmount'],
  Range80: ['lowPct', 'highPct', 'listings', 'judged', 'heldPct'],
  SubscriptionDay: [
    'day',
    'dayNumber',
    'days',
    'isFinal',
    'category',
    'timesSub',
    'sharesOffered',
    'sharesBid',
    'applications',
  ],
  Listing: [
    'listedOn',
    'listingPrice',
    'exchange',
    'high',
    'low',
    'close',
    'volume',
    'deliveredPct',
    'atLimit',
  ],
  SourceWord: ['source', 'owner', 'gmp', 'observedAt', 'reportedAt', 'counted'],
  Dispute: [...DISPUTE, 'words'],
  DisputeSummary: DISPUTE,
  DisputeWord: ['source', 'owner', 'gmp', 'distance', 'counted', 'observedAt', 'reportedAt', 'recordedAt'],
  GmpObservation: ['observedAt', 'gmp', 'gmpPct', 'source', 'unofficial'],
  SubscriptionEntry: ['category', 'timesSub', 'sharesOffered', 'sharesBid', 'applications', 'observedAt'],
  Deal: [
    'symbol',
    'clientName',
    'dealType',
    'kind',
    'quantity',
    'price',
    'valueCr',
    'exchange',
    'tradeDate',
    'securityName',
  ],
  ScoreSummary: ['n', 'avgAbsErrorPp', 'directionHitPct'],
  ScoreboardRow: [
    'slug',
    'name',
    'issuePrice',
    'gmpAtClose',
    'impliedPct',
    'listingPrice',
    'actualPct',
    'errorPp',
    'directionHit',
    'listedOn',
  ],
  EvidenceBody: ['ok', 'slug', 'figures', 'facts', 'refused', 'refusedTotal', 'disclaimer'],
  FigureEvidence: ['path', 'value', 'rule', 'facts', 'from', 'outvoted', 'earlier', 'leftOut'],
  OutvotedFact: ['fact', 'rule'],
  EarlierValue: ['value', 'from', 'until', 'facts'],
  FactEvidence: [
    'fact',
    'kind',
    'slug',
    'source',
    'owner',
    'rank',
    'said',
    'printed',
    'url',
    'observedAt',
    'reportedAt',
    'recordedAt',
    'round',
    'roundWork',
    'committedAt',
    'backfilled',
    'fetchedAt',
    'payloadHash',
    'retracted',
  ],
  RefusedEvidence: [
    'sourceId',
    'rule',
    'reason',
    'kind',
    'observedAt',
    'printed',
    'firstSeen',
    'lastSeen',
    'settled',
  ],
  SourceStatus: [
    'id',
    'source',
    'owner',
    'cadence',
    'url',
    'state',
    'lastSuccess',
    'lastChange',
    'roundsMissed',
    'rowsUsual',
    'rowsLast',
    'fault',
    'faultSince',
    'faultDetail',
  ],
}

/** A part of an OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is checked as a whole by the linter and by the tests.
export type DocumentPart = any

export interface SchemaCheck {
  /** The faults of a body by the named schema of the document; empty when it conforms. */
  body(name: string, body: unknown): string[]
  /** The same by the schema of a path and a status. */
  answer(path: string, status: number, body: unknown): string[]
}

/**
 * A copy whose objects have no further properties. The published document allows them, because fields may be added; the
 * answers of this version have exactly those that it describes.
 */
function closedCopy(part: DocumentPart): DocumentPart {
  if (Array.isArray(part)) return part.map(closedCopy)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closedCopy(value)]))
  const isObject = copy.type === 'object' && copy.properties && !('additionalProperties' in copy)
  return isObject ? { ...copy, additionalProperties: false } : copy
}

/** Checks bodies against the closed schemas of a served document. */
export function schemaCheck(published: DocumentPart): SchemaCheck {
  const document = closedCopy(published)
  const ajv = new Ajv2020({ allErrors: true })
  formats.default(ajv)
  // Ajv is strict about unknown keywords; those of the document around the schemas must be allowed.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'openapi')
  const faults = (pointer: readonly string[], body: unknown): string[] => {
    const fragment = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`openapi#/${fragment.join('/')}`)
    if (!validate) return [`the document has no ${pointer.join(' ')}`]
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  return {
    body: (name, body) => faults(['components', 'schemas', name], body),
    answer: (path, status, body) => {
      const { $ref = '' } = document.paths[path]?.get.responses[status] ?? {}
      const place =
        $ref === '' ? ['paths', path, 'get', 'responses', String(status)] : $ref.split('/').slice(1)
      return faults([...place, 'content', 'application/json', 'schema'], body)
    },
  }
}

/** The faults of a body of the path: by its schema in the document, and in the order of its keys. */
export function faultsOf(check: SchemaCheck, path: string, body: DocumentPart): string[] {
  return [...shapeFaults(check, path, body), ...formFaults(body)]
}

/** The same for a body that repeats texts of sources, which may have any form. */
export function shapeFaults(check: SchemaCheck, path: string, body: DocumentPart): string[] {
  return [...check.answer(path, 200, body), ...orderFaults(bodyOf[path] ?? '', body)]
}

/** The schema of each path's body. */
export const bodyOf: Record<string, string> = {
  [`${BASE}/ipos`]: 'IposBody',
  [`${BASE}/ipos/{slug}`]: 'IpoBody',
  [`${BASE}/ipos/{slug}/evidence`]: 'EvidenceBody',
  [`${BASE}/deals`]: 'DealsBody',
  [`${BASE}/scoreboard`]: 'ScoreboardBody',
  [`${BASE}/accuracy`]: 'AccuracyBody',
  [`${BASE}/calibration`]: 'CalibrationBody',
  [`${BASE}/sources`]: 'SourcesBody',
  [`${BASE}/unannounced`]: 'UnannouncedBody',
  [`${BASE}/changes`]: 'ChangesBody',
}

/** The object under each key, so that the order of its keys is checked too. */
const INNER: Record<string, Record<string, string>> = {
  IposBody: { ipos: 'IpoSummary' },
  IpoBody: { ipo: 'IpoDetail' },
  IpoDetail: {
    listing: 'Listing',
    registrar: 'Registrar',
    documents: 'IssueDocument',
    expected: 'ExpectedDays',
    application: 'Application',
    range80: 'Range80',
    chances: 'Chance',
    lockIns: 'LockIn',
    subsByDay: 'SubscriptionDay',
    sources: 'SourceWord',
    dispute: 'Dispute',
    gmp: 'GmpObservation',
    subs: 'SubscriptionEntry',
  },
  FullIpo: {
    listing: 'Listing',
    dispute: 'DisputeSummary',
    registrar: 'Registrar',
    documents: 'IssueDocument',
    expected: 'ExpectedDays',
    application: 'Application',
    range80: 'Range80',
    chances: 'Chance',
    lockIns: 'LockIn',
  },
  Dispute: { words: 'DisputeWord' },
  EvidenceBody: { figures: 'FigureEvidence', facts: 'FactEvidence', refused: 'RefusedEvidence' },
  FigureEvidence: { outvoted: 'OutvotedFact', earlier: 'EarlierValue' },
  DealsBody: { deals: 'Deal' },
  ScoreboardBody: { summary: 'ScoreSummary', rows: 'ScoreboardRow' },
  AccuracyBody: { median: 'MedianAccuracy', sources: 'SourceAccuracy' },
  MedianAccuracy: {
    horizons: 'HorizonAccuracy',
    byBoard: 'BoardAccuracy',
    byYear: 'YearAccuracy',
    bySize: 'SizeAccuracy',
  },
  SourceAccuracy: {
    horizons: 'SourceHorizonAccuracy',
    byBoard: 'BoardAccuracy',
    byYear: 'YearAccuracy',
    bySize: 'SizeAccuracy',
  },
  CalibrationBody: { horizons: 'HorizonCalibration' },
  HorizonCalibration: { bins: 'CalibrationBin' },
  SourcesBody: { sources: 'SourceStatus' },
  UnannouncedBody: { companies: 'UnannouncedCompany' },
  ChangesBody: { changes: 'Change' },
}

function orderFaults(name: string, value: DocumentPart): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((part) => orderFaults(name, part))
  if (name === 'IpoSummary' && 'application' in value) return orderFaults('FullIpo', value)
  const keys = Object.keys(value).join()
  const own = keys === FIELDS[name]?.join() ? [] : [`${name} has the keys ${keys}`]
  const inner = Object.entries(INNER[name] ?? {})
  return [...own, ...inner.flatMap(([key, innerName]) => orderFaults(innerName, value[key]))]
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const FORMS: Record<string, RegExp> = {
  openDate: /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/,
  closeDate: /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/,
  tradeDate: /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/,
  reportedAt: DATE_TIME,
  recordedAt: DATE_TIME,
  lastSuccess: DATE_TIME,
  lastChange: DATE_TIME,
  faultSince: DATE_TIME,
  observedAt: /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/,
  listedOn: DAY,
  allotmentDate: DAY,
  listingDate: DAY,
  creditDate: DAY,
  date: DAY,
  tradingDate: DAY,
  lastGmpDay: DAY,
  day: DAY,
  upiCutoffAt: DATE_TIME,
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  disclaimer: /^Aggregated public information; grey-market premium \(GMP\) is unofficial/,
}
const DECIMALS: Record<string, number> = { valueCr: 4, chance: 4 }

/** Dates have one form, figures at most 2 decimals (4 in valueCr and chance), and only null means "unknown". */
function formFaults(value: DocumentPart, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => formFaults(part, key))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, part]) => formFaults(part, inner))
  if (typeof value === 'number') {
    const isRounded = value === Number(value.toFixed(DECIMALS[key] ?? 2)) && !Object.is(value, -0)
    return isRounded ? [] : [`${key} is ${value}`]
  }
  if (typeof value !== 'string') return []
  const isPlaceholder = ['', '-', 'N/A', 'null'].includes(value)
  return isPlaceholder || !(FORMS[key] ?? /./).test(value) ? [`${key} is "${value}"`] : []
}
