import { points } from '../../texts/format.ts'

/** The error of a GMP in words: `2.50 points too high`. */
export function errorText(errorPp: number): string {
  if (errorPp === 0) return 'exactly right'
  return `${points(Math.abs(errorPp))} points too ${errorPp > 0 ? 'high' : 'low'}`
}
