const DONE_SHOWN_MS = 2000

/** Adds a button to each element with `data-copy` that copies the text of the `code` in it. */
export function addCopyButtons(page: Document): void {
  // Browsers have a clipboard only for pages over https or on localhost.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-copy]')) {
    const code = element.querySelector('code')
    if (!code) continue
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      clipboard.writeText(code.textContent ?? '').then(
        () => showDone(button, 'Copied'),
        () => getSelection()?.selectAllChildren(code),
      )
    })
    element.append(button)
  }
}

/** Shows for a moment that a button has done its work. */
export function showDone(button: HTMLElement, done: string): void {
  const text = button.textContent
  if (text === done) return
  button.textContent = done
  setTimeout(() => {
    button.textContent = text
  }, DONE_SHOWN_MS)
}
