/**
 * Puts the origin of this page in place of the text in `data-origin`, in every element that has the attribute. The
 * server cannot do it where no public address is set: caches would keep the Host of one request for all visitors.
 */
export function fillInOwnOrigin(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-origin]')) {
    const placeholder = element.dataset.origin
    if (!placeholder) continue
    const texts = page.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      node.nodeValue = node.nodeValue?.replaceAll(placeholder, location.origin) ?? null
  }
}
