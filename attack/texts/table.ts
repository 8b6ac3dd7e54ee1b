import { ALERT_RULES } from './table/alert-rules.ts'
import { CELLS } from './table/cells.ts'
import { DOCUMENTS } from './table/documents.ts'
import { HTTP } from './table/http.ts'
import { RECEIVERS } from './table/receivers.ts'
import type { TextReader } from './text-reader.ts'

/** All functions that receive external text, except those of `NOT_ATTACKED`. */
export const TEXT_READERS: readonly TextReader[] = [
  ...HTTP,
  ...CELLS,
  ...DOCUMENTS,
  ...ALERT_RULES,
  ...RECEIVERS,
]
