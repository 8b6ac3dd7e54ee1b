import type { AttackPart } from './part.ts'
import { described } from './parts/described.ts'
import { documents } from './parts/documents.ts'
import { kills, killsOnPostgres } from './parts/kills.ts'
import { requests } from './parts/requests.ts'
import { rounds } from './parts/rounds.ts'
import { slowClientsPart } from './parts/slow-clients.ts'
import { stores } from './parts/stores.ts'
import { texts } from './parts/texts.ts'

/** All parts, in the order in which they run. */
export const PARTS: readonly AttackPart[] = [
  requests,
  described,
  slowClientsPart,
  texts,
  documents,
  rounds,
  kills,
  killsOnPostgres,
  stores,
]
