import type { Board } from '../../market/facts/fact.ts'
import { boardName, harmless } from '../../texts/format.ts'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import { breadcrumbData, type StructuredData } from './structured-data.tsx'

interface NamedIpo {
  readonly slug: string
  readonly name: string
  readonly board: Board
}

/** Where the page of an IPO is within the site. */
export const ipoBreadcrumbs = ({ slug, name, board }: NamedIpo): StructuredData =>
  breadcrumbData([
    ['All IPOs', '/ipos'],
    [boardName(board), iposAddress(iposState({ board: [board] }))],
    [harmless(name), `/ipos/${slug}`],
  ])
