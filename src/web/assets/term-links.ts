/** Leads from a word to its explanation in browsers without popovers. */
export function linkTerms(page: Document): void {
  if ('popover' in HTMLElement.prototype) return
  for (const word of page.querySelectorAll('button.term-link'))
    word.addEventListener('click', () =>
      location.assign(`/glossary#${word.getAttribute('popovertarget')?.slice('term-'.length)}`),
    )
}
