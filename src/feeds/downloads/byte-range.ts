/** A part of a file, with both ends inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Parses `Range`: `undefined` for the whole file, also if the header is invalid; `null` if the range lies outside the file. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : null
}
