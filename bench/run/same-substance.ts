/** Two programs with their own rounding may differ in the last decimal. */
const LAST_DECIMAL = 0.011

/** The differences between two answers, as paths into them; empty when they are equal. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= LAST_DECIMAL ? [] : [`${path}: ${a} and ${b}`]
  if (!isObject(a) || !isObject(b)) return a === b ? [] : [`${path}: ${show(a)} and ${show(b)}`]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.flatMap((key) => differences(a[key], b[key], `${path}/${key}`))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const show = (value: unknown) => JSON.stringify(value) ?? 'nothing'

/** Throws unless both answers have the same content. */
export function requireSameSubstance(what: string, a: unknown, b: unknown): void {
  const found = differences(a, b)
  if (found.length > 0)
    throw new Error(`${what}: ${found.length} differences from ours, such as ${found.slice(0, 5).join('; ')}`)
}
