/** How the names of companies end, with or without a former name in brackets. */
const COMPANY_END = /\b(?:limited|ltd|llp)\.?(?: ?\([^()]*\)|\))?\.?$/i
const SEPARATOR = /([,;]| and | & )/i

/**
 * The companies of a sentence, `A Limited, B and C Limited and D Limited`: a name ends where its legal form ends. `null`
 * when a name among several has no legal form.
 */
export function companiesFrom(text: string): readonly string[] | null {
  const pieces = text.replace(/\s+/g, ' ').trim().split(SEPARATOR)
  if (pieces.length === 1) return text.trim() === '' || hasSeveral(text) ? null : [tidy(text)]
  const names: string[] = []
  let name = ''
  let openBrackets = 0
  let isWhole = false
  for (const [index, piece] of pieces.entries()) {
    const isSeparator = index % 2 === 1
    if (isSeparator && isWhole) {
      names.push(tidy(name))
      name = ''
      isWhole = false
    } else if (name !== '' || !isSeparator) name += name === '' ? piece.trimStart() : piece
    if (isSeparator || piece.trim() === '') continue
    openBrackets += piece.split('(').length - piece.split(')').length
    isWhole = openBrackets === 0 && COMPANY_END.test(piece.trimEnd())
  }
  if (name.trim() === '') return names
  const all = [...names, tidy(name)]
  return isWhole && !all.some(hasSeveral) ? all : null
}

/** Words after a legal form, outside of brackets, begin another name. */
const hasSeveral = (name: string): boolean =>
  /\b(?:limited|ltd|llp)\b\.?\s*[^\s().]/i.test(name.replace(/\([^()]*\)/g, ''))

/**
 * The companies that BSE packs with their addresses: `A Limited^address||||||||email|person#B Limited^...`. `null` when
 * a part among several has no name of its own.
 */
export function packedCompaniesFrom(text: string): readonly string[] | null {
  const parties = text.split(/[#~]/).filter((party) => party.trim() !== '')
  const isPacked =
    parties.every((party) => party.includes('^')) || (parties.length === 1 && !text.includes('|'))
  const names = parties.map((party) => tidy(party.split('^')[0] ?? ''))
  return isPacked && names.length > 0 && names.every((name) => name !== '') ? [...new Set(names)] : null
}

const tidy = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\b(?:limited|llp))\.$/i, '')
