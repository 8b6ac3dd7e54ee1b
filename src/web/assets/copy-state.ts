import { type CopyNotice, copyNotices, copyStatus, STATUS_PATH } from '../copy/copy-notices.ts'

/** While a page stays open. */
const CHECK_EVERY_MS = 5 * 60_000

/** Shows at the top of a page of a static copy that it is old, or that the copy is no longer updated. */
function showState(own: HTMLElement, main: Element): void {
  const times = { changedAt: own.dataset.changed ?? '', changesAt: own.dataset.outdated || null }
  let shown = ''
  let elements: readonly HTMLElement[] = []
  const check = async () => {
    const status = await fetch(STATUS_PATH, { cache: 'no-store' })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then(copyStatus)
      .catch(() => null)
    const notices = copyNotices(times, status, new Date().toISOString())
    // Screen readers read out what is put in anew.
    if (JSON.stringify(notices) === shown) return
    shown = JSON.stringify(notices)
    for (const element of elements) element.remove()
    elements = notices.map(elementOf)
    main.prepend(...elements)
  }
  const checkIfSeen = () => {
    if (!document.hidden) check()
  }
  addEventListener('load', check)
  document.addEventListener('visibilitychange', checkIfSeen)
  setInterval(checkIfSeen, CHECK_EVERY_MS)
}

function elementOf({ first, rest, link }: CopyNotice): HTMLElement {
  const element = document.createElement('p')
  element.className = 'notice line'
  element.setAttribute('role', 'status')
  const strong = document.createElement('strong')
  strong.textContent = first
  element.append(strong, ' ', rest)
  if (link) {
    const a = document.createElement('a')
    const [text, address] = link
    a.textContent = text
    a.href = address
    // A page that the browser has kept for a minute would be shown again.
    if (address === '')
      a.addEventListener('click', (event) => {
        event.preventDefault()
        location.reload()
      })
    element.append(' ', a)
  }
  return element
}

const own = document.querySelector<HTMLElement>('footer [data-changed]')
const main = document.querySelector('main')
// A page that was saved for use without a network has said its age already.
if (own && main && !main.querySelector(':scope > [role=status]')) showState(own, main)
