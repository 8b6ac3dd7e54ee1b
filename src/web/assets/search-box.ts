import { hasWordsTogether, writtenTogether } from '../../market/issues/name-search.ts'

/** An IPO in the list of names that the box fetches. */
export type SearchName = readonly [
  slug: string,
  name: string,
  symbol: string | null,
  status: string,
  fullName: string,
]

const MOST_SHOWN = 8

/**
 * Lists matching IPOs below the search box while one types, as a combobox: arrow keys choose, Enter opens, Escape
 * closes. The names are fetched once, when the box is first used. Without a choice, Enter sends the form as before.
 */
export function suggestIpos(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-names]')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = page.createElement('ul')
  list.id = 'search-list'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'IPOs')
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

/**
 * The first matches: symbols and names that begin with the text, then words that do, then other parts of names, then
 * full names, which end in `Limited`, and names with other spaces and punctuation.
 */
function matching(names: readonly SearchName[], typed: string): SearchName[] {
  const part = typed.trim().toLowerCase()
  if (part === '') return []
  const letters = writtenTogether(part)
  const ranked = names
    .map((each) => ({ each, rank: rankOf(each, part, letters) }))
    .filter(({ rank }) => rank < NO_MATCH)
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_SHOWN)
    .map(({ each }) => each)
}

const NO_MATCH = 5

function rankOf([, name, symbol, , fullName]: SearchName, part: string, letters: string): number {
  const [text, ticker] = [name.toLowerCase(), symbol?.toLowerCase() ?? '']
  if (ticker.startsWith(part)) return 0
  if (text.startsWith(part)) return 1
  if (text.includes(` ${part}`)) return 2
  if (text.includes(part) || ticker.includes(part)) return 3
  // One word alone may be the `Limited` of every full name.
  return hasWordsTogether(part.includes(' ') ? fullName : name, letters) ? 4 : NO_MATCH
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
      names.length === 0 ? '' : `${names.length} ${names.length === 1 ? 'IPO' : 'IPOs'} found`
    this.#choose(-1)
  }

  /** States in place of the list that nothing matches. */
  showNothing(): void {
    this.#count.className = 'nothing'
    this.#count.textContent = 'No IPO with this name'
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

function optionOf(page: Document, [slug, name, symbol, status]: SearchName, index: number): HTMLElement {
  const option = page.createElement('li')
  option.id = `search-option-${index}`
  option.setAttribute('role', 'option')
  const title = page.createElement('bdi')
  title.textContent = name
  const note = page.createElement('small')
  note.textContent = symbol === null ? status : `${symbol}, ${status}`
  option.append(title, ' ', note)
  // The box keeps the focus, so that the list stays until the click.
  option.addEventListener('pointerdown', (event) => event.preventDefault())
  option.addEventListener('click', () => location.assign(`/ipos/${encodeURIComponent(slug)}`))
  return option
}
