import { MISSPELT, nameMatch } from '../../market/issues/name-search.ts'

/** An IPO, or a share with deals, in the list of names that the box fetches. */
export type SearchName = readonly [
  /** Of an IPO. */
  slug: string | null,
  name: string,
  symbol: string | null,
  /** What it is: `IPO, open` */
  kind: string,
  /** Of an IPO, with its legal form. */
  fullName?: string,
]

const MOST_SHOWN = 8

/**
 * Lists matching names below the search box while one types, as a combobox: arrow keys choose, Enter opens, Escape
 * closes. The names are fetched once, when the box is first used. Without a choice, Enter sends the form as before.
 */
export function suggestNames(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-names]')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = page.createElement('ul')
  list.id = 'search-list'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'IPOs and shares')
  const count = page.createElement('p')
  count.setAttribute('role', 'status')
  form.append(list, count)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  const box = new SuggestionList(input, list, count)
  let names: Promise<readonly SearchName[]> | undefined

  const suggest = async () => {
    names ??= namesFrom(form.dataset.names ?? '')
    const all = await names
    // A failed request is repeated at the next key.
    if (all.length === 0) names = undefined
    const found = matching(all, input.value)
    box.show(found)
    if (found.length === 0 && all.length > 0 && input.value.trim() !== '') box.showNothing()
  }
  input.addEventListener('focus', suggest)
  input.addEventListener('input', suggest)
  input.addEventListener('blur', () => box.show([]))
  input.addEventListener('keydown', (event) => {
    if (box.press(event.key)) event.preventDefault()
  })
}

const namesFrom = (path: string): Promise<readonly SearchName[]> =>
  fetch(path)
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => [])

/** The best matches; misspelt ones only where nothing else matches. */
function matching(names: readonly SearchName[], typed: string): SearchName[] {
  const rankOf = nameMatch(typed)
  const ranked = names.flatMap((each) => {
    const [, name, symbol, , fullName = name] = each
    const rank = rankOf(fullName, symbol)
    return rank === null ? [] : [{ each, rank }]
  })
  const isAny = ranked.some(({ rank }) => rank < MISSPELT)
  return ranked
    .filter(({ rank }) => !isAny || rank < MISSPELT)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_SHOWN)
    .map(({ each }) => each)
}

/** The open list, and which of its options is chosen. */
class SuggestionList {
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  readonly #count: HTMLElement
  #options: readonly HTMLElement[] = []
  #chosen = -1

  constructor(input: HTMLInputElement, list: HTMLElement, count: HTMLElement) {
    this.#input = input
    this.#list = list
    this.#count = count
    this.show([])
  }

  show(names: readonly SearchName[]): void {
    this.#options = names.map((name, i) => optionOf(this.#list.ownerDocument, name, i))
    this.#list.replaceChildren(...this.#options)
    this.#list.hidden = names.length === 0
    this.#input.setAttribute('aria-expanded', String(names.length > 0))
    this.#count.className = 'unseen'
    this.#count.textContent =
      names.length === 0 ? '' : `${names.length} ${names.length === 1 ? 'name' : 'names'} found`
    this.#choose(-1)
  }

  /** States in place of the list that nothing matches. */
  showNothing(): void {
    this.#count.className = 'nothing'
    this.#count.textContent = 'No IPO or share with this name'
  }

  /** True when the key was for the list. */
  press(key: string): boolean {
    const count = this.#options.length
    if (count === 0) return false
    if (key === 'ArrowDown') this.#choose((this.#chosen + 1) % count)
    else if (key === 'ArrowUp') this.#choose((Math.max(this.#chosen, 0) - 1 + count) % count)
    else if (key === 'Escape') this.show([])
    else if (key === 'Enter' && this.#chosen >= 0) this.#options[this.#chosen]?.click()
    else return false
    return true
  }

  #choose(index: number): void {
    this.#chosen = index
    for (const [i, option] of this.#options.entries())
      option.setAttribute('aria-selected', String(i === index))
    const chosen = this.#options[index]
    if (chosen) this.#input.setAttribute('aria-activedescendant', chosen.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }
}

function optionOf(page: Document, [slug, name, symbol, kind]: SearchName, index: number): HTMLElement {
  const option = page.createElement('li')
  option.id = `search-option-${index}`
  option.setAttribute('role', 'option')
  const title = page.createElement('bdi')
  title.textContent = name
  const note = page.createElement('small')
  note.textContent = symbol === null ? kind : `${symbol} · ${kind}`
  option.append(title, ' ', note)
  // The box keeps the focus, so that the list stays until the click.
  option.addEventListener('pointerdown', (event) => event.preventDefault())
  const path =
    slug === null ? `/deals/${encodeURIComponent(symbol ?? '')}` : `/ipos/${encodeURIComponent(slug)}`
  option.addEventListener('click', () => location.assign(path))
  return option
}
