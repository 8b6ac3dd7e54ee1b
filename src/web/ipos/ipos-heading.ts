import type { IpoFilter } from '../../reports/ipos/ipo-list.ts'
import { en } from '../../texts/en.ts'
import { boardName, count, joined } from '../../texts/format.ts'

/** The filters in words: `12 open or closed SME IPOs`. */
export function headingOf({ status, board, q }: IpoFilter, total: number): string {
  const isAll = status === undefined && board === undefined && q === undefined
  const kind = [
    status && either(status.map((each) => en.states.status(each).toLowerCase())),
    board && either(board.map((each) => (each === 'SME' ? boardName(each) : boardName(each).toLowerCase()))),
    total === 1 ? 'IPO' : 'IPOs',
  ]
  const number = total === 0 ? 'No' : isAll && total > 1 ? `All ${count(total)}` : count(total)
  return [number, ...kind].filter((word) => word !== undefined).join(' ')
}

const either = (words: readonly string[]): string => joined(words, 'or')
