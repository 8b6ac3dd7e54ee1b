import type { DocumentKind } from './fact.ts'

/** The names of documents for people. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  rhp: 'Red herring prospectus (RHP)',
  prospectus: 'Prospectus',
  ratios: 'Basis of the issue price',
  anchor: 'Anchor allocation report',
}
