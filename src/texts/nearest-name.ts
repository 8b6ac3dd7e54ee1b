/** Longer names are not compared, because that takes time by the product of both lengths. */
const LONGEST = 60

/** The known name that a mistyped one most likely means; `undefined` when none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const typed = name.toLowerCase()
  const most = Math.ceil(name.length / 3)
  const [best] = known
    .filter((each) => each.length <= LONGEST)
    .map((each) => ({ each, edits: editsBetween(typed, each.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return best && best.edits <= most ? best.each : undefined
}

/** Completes a message about a name that is not known. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/** The number of inserted, removed and replaced characters between two texts (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
