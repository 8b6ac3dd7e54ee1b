import type { Static } from 'typebox'
import type { Horizon } from '../market/scores/horizon.ts'
import { asciiUpper } from '../market/text-order.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { AccuracyBody, CalibrationBody } from '../reports/schemas/accuracy.ts'
import { accuracyReport, type HorizonRecord } from '../reports/scores/accuracy.ts'
import { calibrationReport } from '../reports/scores/calibration.ts'
import type { MarketQuery } from '../request/market-query.ts'
import { jsonAnswer } from './answers.ts'

/** At which horizon the parts are wanted, and of which source alone, if of one. */
export interface AccuracyQuery {
  readonly horizon: Horizon
  readonly source: string | null
}

export async function accuracyAnswer(
  asked: MarketQuery,
  { horizon, source }: AccuracyQuery,
): Promise<AnswerDraft> {
  const report = await accuracyReport(asked.market, asked.moment)
  const wanted = report.sources.filter(
    (of) => source === null || asciiUpper(of.source) === asciiUpper(source),
  )
  const body: AccuracyBody = {
    ok: true,
    horizon,
    listings: report.listings,
    scoreboardN: report.scoreboardN,
    inBothN: report.inBothN,
    median: {
      horizons: report.median.map((record) => ({ horizon: record.horizon, ...record.overall })),
      ...partsAt(report.median, horizon),
    },
    sources: wanted.map(({ source, owner, horizons }) => ({
      source,
      owner,
      horizons: horizons.map(({ horizon, rank, againstMedian, overall }) => ({
        horizon,
        rank,
        againstMedian,
        ...overall,
      })),
      ...partsAt(horizons, horizon),
    })),
    disclaimer: disclaimerFor(asked.market),
  }
  return jsonAnswer(asked, body, UNCHANGED_BY_CLOCK)
}

function partsAt(records: readonly HorizonRecord[], horizon: Horizon) {
  const record = records.find((of) => of.horizon === horizon)
  return {
    byBoard: [...(record?.byBoard ?? [])],
    byYear: [...(record?.byYear ?? [])],
    bySize: [...(record?.bySize ?? [])],
  }
}

export async function calibrationAnswer(asked: MarketQuery): Promise<AnswerDraft> {
  const { horizons } = await calibrationReport(asked.market, asked.moment)
  const body: Static<typeof CalibrationBody> = {
    ok: true,
    horizons,
    disclaimer: disclaimerFor(asked.market),
  }
  return jsonAnswer(asked, body, UNCHANGED_BY_CLOCK)
}
