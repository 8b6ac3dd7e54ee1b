import {
  ACCURACY_PARAMETERS,
  CHANGE_PARAMETERS,
  DEAL_PARAMETERS,
  IPO_PARAMETERS,
  MOMENT_PARAMETERS,
} from '../request/market-parameters.ts'
import type { Parameters } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import type { ComponentName } from './components.ts'

/** What the OpenAPI document and the index say of each endpoint. */
export interface EndpointText {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: Parameters
  readonly hasSlug: boolean
  readonly isList: boolean
  readonly body: ComponentName
}

export const ENDPOINTS: readonly EndpointText[] = [
  {
    path: `${BASE}/ipos`,
    operationId: 'listIpos',
    summary: 'Tracked IPOs',
    description: 'Every tracked IPO with price band, dates, reported GMP, subscription and board.',
    parameters: IPO_PARAMETERS,
    hasSlug: false,
    isList: true,
    body: 'IposBody',
  },
  {
    path: `${BASE}/ipos/{slug}`,
    operationId: 'getIpo',
    summary: 'One IPO',
    description: 'One IPO with its terms, its day-by-day GMP history and its category-wise subscription.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: true,
    isList: false,
    body: 'IpoBody',
  },
  {
    path: `${BASE}/ipos/{slug}/evidence`,
    operationId: 'getEvidence',
    summary: 'Where the figures of one IPO come from',
    description:
      'Every figure of the answer about one IPO with the facts behind it: who said it, when, as printed, when we learned it, and from which download; which facts were outvoted or refused and by which rule; and what the figure was before.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: true,
    isList: false,
    body: 'EvidenceBody',
  },
  {
    path: `${BASE}/deals`,
    operationId: 'listDeals',
    summary: 'Bulk and block deals',
    description: 'Bulk and block deals as disclosed by the exchange.',
    parameters: DEAL_PARAMETERS,
    hasSlug: false,
    isList: true,
    body: 'DealsBody',
  },
  {
    path: `${BASE}/scoreboard`,
    operationId: 'getScoreboard',
    summary: 'Scoreboard',
    description:
      'Implied GMP against the actual listing price for every scored listing, with the direction-hit rate.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'ScoreboardBody',
  },
  {
    path: `${BASE}/accuracy`,
    operationId: 'getAccuracy',
    summary: 'Accuracy',
    description:
      'How far off the median and each source were, by what was recorded when they said it, at five horizons, by board, year and size, with intervals and against two forecasts that need no grey market.',
    parameters: ACCURACY_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'AccuracyBody',
  },
  {
    path: `${BASE}/calibration`,
    operationId: 'getCalibration',
    summary: 'Calibration',
    description:
      'What came when the grey market promised so much: how many, the median, the middle half, and how many listed above the issue price.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'CalibrationBody',
  },
  {
    path: `${BASE}/sources`,
    operationId: 'listSources',
    summary: 'Sources',
    description:
      'Every source: who owns it, when it is read, when it was last heard and last said something new, and what is wrong with it.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'SourcesBody',
  },
  {
    path: `${BASE}/changes`,
    operationId: 'listChanges',
    summary: 'Changes',
    description:
      'What changed from one position to another: new IPOs, terms, dates, status, GMP, disputes, subscription, listings, deal days, corrections and withdrawals, each with the old and the new value. Taken over from since=0 on, they are the list.',
    parameters: CHANGE_PARAMETERS,
    hasSlug: false,
    isList: true,
    body: 'ChangesBody',
  },
]
