import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import { STANDARD_HORIZON } from '../../request/market-parameters.ts'
import { oneValue, type Parameters, textParameter, type ValuesOf } from '../../request/parameters.ts'
import { addressOf } from '../address.ts'

export const ACCURACY_PAGE_PARAMETERS = {
  horizon: oneValue(HORIZONS, 'The moment whose quotes are compared.', STANDARD_HORIZON),
  source: textParameter('The source that is shown by group; without it, the median of all.', 'IPOWatch'),
} satisfies Parameters

export type AccuracyValues = ValuesOf<typeof ACCURACY_PAGE_PARAMETERS>

/** The state of the page that its address stores. */
export interface AccuracyState {
  readonly horizon: Horizon
  /** `null` means the median. */
  readonly source: string | null
}

export const accuracyState = (values: AccuracyValues): AccuracyState => ({
  horizon: values.horizon ?? STANDARD_HORIZON,
  source: values.source ?? null,
})

/** The address of the page, or of the JSON answer, which has the same parameters. */
export const accuracyAddress = ({ horizon, source }: AccuracyState, path = '/accuracy'): string =>
  addressOf(path, {
    horizon: horizon === STANDARD_HORIZON ? undefined : horizon,
    source: source ?? undefined,
  })
