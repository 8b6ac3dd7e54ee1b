import type { DocumentKind } from '../market/facts/fact.ts'
import type { ApplicantCategory } from '../market/issues/application.ts'

/** Who applies. In an SME issue `RII` are individuals. */
export const APPLICANT_NAMES: Readonly<Record<ApplicantCategory, string>> = {
  RII: 'Retail',
  SNII: 'sHNI',
  BNII: 'bHNI',
  NII: 'NII',
  EMP: 'Employees',
  SHA: 'Shareholders',
}

export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  rhp: 'Red herring prospectus (RHP)',
  prospectus: 'Prospectus',
  ratios: 'Basis of the issue price',
  anchor: 'Anchor allocation report',
}
