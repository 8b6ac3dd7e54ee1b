/** The pages that every page leads to: those at its top, and those at its foot. */
export const SECTIONS = [
  ['/', 'Today'],
  ['/ipos', 'All IPOs'],
  ['/deals', 'Deals'],
  ['/scoreboard', 'Scoreboard'],
  ['/method', 'Method'],
] as const

export const MORE = [
  ['/accuracy', 'Accuracy'],
  ['/changes', 'Changes'],
  ['/sources', 'Sources'],
  ['/downloads', 'Downloads'],
  ['/developers', 'Developers'],
  ['/about', 'About'],
] as const

/** Pages that belong to a section under another address. */
export const BELONGS_TO: Readonly<Record<string, string>> = { '/accuracy': '/scoreboard' }

/** Pages of their own, beside those of each IPO and each share. */
export const PAGES: readonly string[] = [...[...SECTIONS, ...MORE].map(([path]) => path), '/docs']
