/** Enough for the title and text of a block page, which is short. */
const LOOKED_AT_BYTES = 64 * 1024

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, LOOKED_AT_BYTES))

/** True for HTML and XML, whatever the header says: no JSON and no CSV of ours begins with an angle bracket. */
export const isMarkup = (body: Uint8Array): boolean => /^\s*</.test(textOf(body))

export const isBlank = (body: Uint8Array): boolean =>
  body.length < LOOKED_AT_BYTES && textOf(body).trim() === ''

/** The title of a page, `undefined` when it has none. */
export function titleInText(body: Uint8Array): string | undefined {
  const text = textOf(body)
  const tag = text.search(/<title/i)
  const from = tag < 0 ? -1 : text.indexOf('>', tag)
  if (from < 0) return undefined
  const title = (text.slice(from + 1).split('<', 1)[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80)
  return title === '' ? undefined : title
}

const BLOCK_TITLE =
  /^(error\W+)?(access (to this page has been )?denied|request (unsuccessful|rejected|blocked)|just a moment|attention required|forbidden|403\b|unauthorized|pardon our interruption|bot verification|are you (a robot|human)|security check|blocked|captcha|cloudflare)/i

const BLOCK_TEXT =
  /access denied|access to this page has been denied|request (unsuccessful|rejected)|incapsula|imperva|\bcaptcha\b|cf-(chl|error)|by cloudflare|cloudflare ray|just a moment|unusual traffic|\bforbidden\b|you don['’]t have permission|(you have|has) been blocked|verify (that )?you are (a )?human/i

/** Checks the title alone: the text of a news page may contain such phrases. */
export const isTitledAsBlock = (body: Uint8Array): boolean => BLOCK_TITLE.test(titleInText(body) ?? '')

/** True for a page that denies access. */
export const isBlockPage = (body: Uint8Array): boolean =>
  isTitledAsBlock(body) || BLOCK_TEXT.test(textOf(body))
