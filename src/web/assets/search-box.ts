import { matchesOf } from '../../market/issues/name-search.ts'
import { setAttributes } from './chart-reading.ts'

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
 * closes. The names are fetched once, when the box is first used. Without a choice, Enter sends the form as before; where
 * there is none, in a static copy, it opens the best match.
 */
export function suggestNames(page: Document): void {
  const box = page.querySelector<HTMLElement>('[data-names]')
  const input = box?.querySelector('input')
  if (!box || !input) return
  const { names: namesPath = '', ending = '' } = box.dataset
  const list = page.createElement('ul')
  const count = page.createElement('p')
  setAttributes(list, { id: 'search-list', role: 'listbox', 'aria-label': 'IPOs and shares' })
  setAttributes(count, { role: 'status' })
  setAttributes(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id })
  box.append(list, count)
  let names: Promise<readonly SearchName[]> | undefined
  let options: readonly HTMLElement[] = []
  let chosen = -1

  const choose = (index: number) => {
    chosen = index
    for (const [i, option] of options.entries()) option.setAttribute('aria-selected', String(i === index))
    const id = options[index]?.id
    if (id === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', id)
  }
  const show = (found: readonly SearchName[]) => {
    options = found.map((name, i) => optionOf(page, name, i, ending))
    list.replaceChildren(...options)
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    count.className = 'unseen'
    count.textContent =
      found.length === 0 ? '' : `${found.length} ${found.length === 1 ? 'name' : 'names'} found`
    choose(-1)
  }
  const say = (text: string) => {
    count.className = 'nothing'
    count.textContent = text
  }
  const suggest = async () => {
    names ??= namesFrom(namesPath)
    const all = await names
    // A failed request is repeated at the next key.
    if (all.length === 0) names = undefined
    const found = matchesOf(all, input.value, ([, name, symbol, , fullName = name]) => [fullName, symbol])
    show(found.slice(0, MOST_SHOWN))
    if (found.length > 0 || input.value.trim() === '') return
    if (all.length > 0) say('No IPO or share with this name')
    else if (ending !== '') say('The names could not be read')
  }
  const openBest = async () => {
    await suggest()
    options[0]?.click()
  }
  /** True when the key was for the list. */
  const press = (key: string): boolean => {
    const length = options.length
    if (key === 'Enter' && chosen < 0 && ending !== '') {
      openBest()
      return true
    }
    if (length === 0) return false
    if (key === 'ArrowDown') choose((chosen + 1) % length)
    else if (key === 'ArrowUp') choose((Math.max(chosen, 0) - 1 + length) % length)
    else if (key === 'Escape') show([])
    else if (key === 'Enter' && chosen >= 0) options[chosen]?.click()
    else return false
    return true
  }

  show([])
  input.addEventListener('focus', suggest)
  input.addEventListener('input', suggest)
  input.addEventListener('blur', () => show([]))
  input.addEventListener('keydown', (event) => {
    if (press(event.key)) event.preventDefault()
  })
}

const namesFrom = (path: string): Promise<readonly SearchName[]> =>
  fetch(path)
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => [])

function optionOf(
  page: Document,
  [slug, name, symbol, kind]: SearchName,
  index: number,
  ending: string,
): HTMLElement {
  const option = page.createElement('li')
  setAttributes(option, { id: `search-option-${index}`, role: 'option' })
  const title = page.createElement('bdi')
  title.textContent = name
  const note = page.createElement('small')
  note.textContent = symbol === null ? kind : `${symbol} · ${kind}`
  option.append(title, ' ', note)
  // The box keeps the focus, so that the list stays until the click.
  option.addEventListener('pointerdown', (event) => event.preventDefault())
  const path =
    slug === null ? `/deals/${encodeURIComponent(symbol ?? '')}` : `/ipos/${encodeURIComponent(slug)}`
  option.addEventListener('click', () => location.assign(path + ending))
  return option
}
