const KEY = 'greymark-my-ipos'

/**
 * My IPOs: a star keeps the slug of an IPO in this browser, and nowhere else. The first page shows the rows of the kept
 * ones in a section of their own, above all others.
 */
export function keepStars(page: Document): void {
  if (!isStorageAllowed()) return
  const buttons = [...page.querySelectorAll<HTMLElement>('[data-star]')]
  const show = rowsMover(page)
  const refresh = () => {
    const kept = new Set(keptSlugs())
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(kept.has(button.dataset.star ?? '')))
      button.hidden = false
    }
    show(kept)
  }
  for (const button of buttons)
    button.addEventListener('click', () => {
      const slug = button.dataset.star ?? ''
      const others = keptSlugs().filter((each) => each !== slug)
      const isKept = button.getAttribute('aria-pressed') === 'true'
      localStorage.setItem(KEY, JSON.stringify(isKept ? others : [...others, slug]))
      refresh()
      // Moved together with its row, it loses the focus.
      button.focus()
    })
  // Another tab changed them.
  addEventListener('storage', refresh)
  refresh()
}

/** False where cookies are blocked. */
function isStorageAllowed(): boolean {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

function keptSlugs(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((slug) => typeof slug === 'string') : []
  } catch {
    return []
  }
}

/** Moves the rows of kept IPOs into the section, and the others back to where they were. */
function rowsMover(page: Document): (kept: ReadonlySet<string>) => void {
  const section = page.querySelector<HTMLElement>('#my-ipos')
  if (!section) return () => {}
  const heading = page.createElement('h2')
  heading.textContent = section.dataset.heading ?? 'My IPOs'
  section.append(heading)
  const rows = [...page.querySelectorAll<HTMLElement>('[data-slug]')].map((row) => {
    const place = page.createComment('')
    row.before(place)
    return { row, place, list: row.parentElement?.cloneNode(false) as HTMLElement }
  })
  // Rows of one kind share a list, so that they look as where they came from.
  const lists = new Map<string, HTMLElement>()
  return (kept) => {
    for (const { row, place, list } of rows) {
      if (!kept.has(row.dataset.slug ?? '')) {
        place.after(row)
        continue
      }
      const kind = `${list.tagName} ${list.className}`
      if (!lists.has(kind)) {
        list.removeAttribute('id')
        lists.set(kind, list)
        section.append(list)
      }
      lists.get(kind)?.append(row)
    }
    section.hidden = section.querySelector('[data-slug]') === null
  }
}
