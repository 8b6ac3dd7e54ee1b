/** The pages that every page links to: at the top, and at the bottom. */
export const SECTIONS = [
  ['/', 'Today'],
  ['/ipos', 'All IPOs'],
  ['/calendar', 'Calendar'],
  ['/deals', 'Deals'],
  ['/scoreboard', 'Scoreboard'],
] as const

export const MORE = [
  ['/new-to-ipos', 'New to IPOs?'],
  ['/glossary', 'Glossary'],
  ['/accuracy', 'Accuracy'],
  ['/method', 'Method'],
  ['/changes', 'Changes'],
  ['/sources', 'Sources'],
  ['/downloads', 'Downloads'],
  ['/developers', 'Developers'],
  ['/about', 'About'],
] as const

/** Pages that belong to a section with another address. */
export const BELONGS_TO: Readonly<Record<string, string>> = {
  '/accuracy': '/scoreboard',
  '/unannounced': '/ipos',
}

/** All single pages, apart from those of each IPO and each share. */
export const PAGES: readonly string[] = [...[...SECTIONS, ...MORE].map(([path]) => path), '/docs']
