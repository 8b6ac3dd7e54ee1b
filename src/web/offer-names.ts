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
