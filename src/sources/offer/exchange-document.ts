import { isExchangeAddress } from '../../market/exchanges.ts'
import type { CellRule } from '../parsing/row.ts'

/**
 * The address of a document at an exchange, with spaces encoded. `null` when it is none: on another host, or with a path
 * on a disk.
 */
export function exchangeDocumentFrom(text: string): string | null {
  const plain = text.trim()
  if (!/^https:\/\//i.test(plain) || plain.includes('\\') || !isExchangeAddress(plain)) return null
  const { href, pathname } = new URL(plain)
  return pathname === '/' ? null : href
}

export const DOCUMENT_ADDRESS: CellRule<string> = {
  rule: 'document-address',
  expected: 'an https address of the exchange',
  from: exchangeDocumentFrom,
}
