/** Ids of headings as GitHub builds them, so that one link works here and there. */
export function headingIds(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const earlier = seen.get(id) ?? 0
    seen.set(id, earlier + 1)
    return earlier === 0 ? id : `${id}-${earlier}`
  })
}
