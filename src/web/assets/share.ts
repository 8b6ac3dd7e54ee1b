import { showDone } from './copy-button.ts'

/** Shows what this browser can do of the row for sharing, and fills in the address of the page. */
export function shareByDevice(page: Document): void {
  for (const row of page.querySelectorAll<HTMLElement>('[data-share]')) {
    const text = row.dataset.share ?? ''
    const url = location.origin + location.pathname
    const by = (way: string) => row.querySelector<HTMLElement>(`[data-share-by=${way}]`)

    const link = by('whatsapp')
    link?.setAttribute('href', `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`)
    link?.removeAttribute('hidden')

    // Browsers have both only for pages over https or on localhost.
    if ('share' in navigator)
      offer(by('sheet'), () => {
        // Who closes the sheet without a choice rejects it.
        navigator.share({ title: page.title, text, url }).catch(() => {})
      })
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard)
      offer(by('copy'), (button) => {
        clipboard.writeText(url).then(() => showDone(button, button.dataset.done ?? ''))
      })
  }
}

function offer(button: HTMLElement | null, press: (button: HTMLElement) => void): void {
  if (!button) return
  button.hidden = false
  button.addEventListener('click', () => press(button))
}
