import Type from 'typebox'
import { ACCURACY_COMPONENTS } from '../reports/schemas/accuracy.ts'
import { CALIBRATION_COMPONENTS } from '../reports/schemas/calibration.ts'
import { Change, ChangesBody } from '../reports/schemas/changes.ts'
import { Deal, DealsBody } from '../reports/schemas/deals.ts'
import { Dispute, DisputeQuote, DisputeSummary } from '../reports/schemas/dispute.ts'
import {
  EarlierValue,
  EvidenceBody,
  FactEvidence,
  FigureEvidence,
  OutvotedFact,
  RefusedEvidence,
} from '../reports/schemas/evidence.ts'
import { answerBody, closedObject, textField } from '../reports/schemas/fields.ts'
import {
  FullIpo,
  GmpObservation,
  IpoBody,
  IpoDetail,
  IpoSummary,
  IposBody,
  Listing,
  SourceQuote,
} from '../reports/schemas/ipos.ts'
import {
  IpoApplication,
  IpoDocument,
  IpoExpectedDays,
  IpoRegistrar,
  IpoSubscriptionDay,
  SubscriptionEntry,
} from '../reports/schemas/offer.ts'
import { Range80 } from '../reports/schemas/range.ts'
import { ScoreboardBody, ScoreboardRow } from '../reports/schemas/scores.ts'
import { SourceStatus, SourcesBody } from '../reports/schemas/sources.ts'
import { UnannouncedBody, UnannouncedCompany } from '../reports/schemas/unannounced.ts'
import { ProblemBody } from './problem-schema.ts'
import { DatasetBody, LiveBody, ReadyBody } from './service-schemas.ts'

export const IndexBody = answerBody({
  endpoints: Type.Array(
    closedObject({
      path: textField('Path below the base address.', '/api/public/market/ipos'),
      summary: textField('What it answers.', 'Tracked IPOs'),
    }),
    { description: 'The endpoints.' },
  ),
})

/** The schemas that the OpenAPI document refers to by name. */
export const COMPONENTS = {
  IpoSummary,
  IpoDetail,
  FullIpo,
  SourceWord: SourceQuote,
  Dispute,
  DisputeSummary,
  DisputeWord: DisputeQuote,
  GmpObservation,
  SubscriptionEntry,
  Listing,
  Registrar: IpoRegistrar,
  IssueDocument: IpoDocument,
  ExpectedDays: IpoExpectedDays,
  Application: IpoApplication,
  SubscriptionDay: IpoSubscriptionDay,
  Range80,
  Deal,
  ScoreSummary: ScoreboardBody.properties.summary,
  ScoreboardRow,
  IposBody,
  IpoBody,
  DealsBody,
  ScoreboardBody,
  ...ACCURACY_COMPONENTS,
  ...CALIBRATION_COMPONENTS,
  SourceStatus,
  SourcesBody,
  UnannouncedCompany,
  UnannouncedBody,
  FigureEvidence,
  OutvotedFact,
  EarlierValue,
  FactEvidence,
  RefusedEvidence,
  EvidenceBody,
  Change,
  ChangesBody,
  IndexBody,
  DatasetBody,
  LiveBody,
  ReadyBody,
  ProblemBody,
}
