/** The names and values of the parameters that are given, as they stand in an address. */
export const pairsOf = (query: object): [name: string, value: string][] =>
  Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value instanceof Date ? value.toJSON() : value)]],
  )

export function addressOf(path: string, query: object): string {
  const text = new URLSearchParams(pairsOf(query)).toString()
  return path + (text && `?${text}`)
}
