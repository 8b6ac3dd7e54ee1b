import { parseMarkup } from '../formats/markup.ts'

const IS_PAGE = /^\s*</
const NOT_THERE =
  /\b404\b|(not|n't)( be)? found\b|\b(has been|was) removed\b|(not|n't) exist\b|\bno longer (available|exists)\b/i

/** True for the page that BSE serves, with status 200, instead of a file that it has not published. */
export function isNotPublishedPage(body: string): boolean {
  if (!IS_PAGE.test(body)) return false
  const page = parseMarkup(body, true)
  // Only visible text counts: numbers in scripts and addresses mean nothing.
  page('script, style').remove()
  return NOT_THERE.test(page.root().text())
}
