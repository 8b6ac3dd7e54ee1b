/** A value that must be there by the way the program works. Throws an error that names what is missing. */
export function invariant<T>(value: T, missing: string): NonNullable<T> {
  if (value === undefined || value === null)
    throw new Error(`Greymark contradicts itself: ${missing} is missing`)
  return value
}
