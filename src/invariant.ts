/** Returns a value that must exist if the program is correct, else throws an error that names it. */
export function invariant<T>(value: T, missing: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`internal error: ${missing} is missing`)
  return value
}
