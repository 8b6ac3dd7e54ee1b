import { readCharts } from './chart-reading.ts'
import { addCopyButtons } from './copy-button.ts'
import { suggestNames } from './search-box.ts'
import { shareByDevice } from './share.ts'
import { keepStars } from './stars.ts'

readCharts(document)
addCopyButtons(document)
suggestNames(document)
shareByDevice(document)
keepStars(document)

// Sends a form of filters as soon as one chooses from a list in it; without script its button does.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-applies]'))
  for (const choice of form.querySelectorAll('select'))
    choice.addEventListener('change', () => form.requestSubmit())

// Puts the origin of this page in place of the text in `data-origin`, in every element that has the attribute. The server
// cannot do it where no public address is set: caches would keep the Host of one request for all visitors.
for (const element of document.querySelectorAll<HTMLElement>('[data-origin]')) {
  const placeholder = element.dataset.origin ?? ''
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    node.nodeValue = node.nodeValue?.replaceAll(placeholder, location.origin) ?? null
}

// Leads from a word to its explanation in browsers without popovers.
if (!('popover' in HTMLElement.prototype))
  for (const word of document.querySelectorAll('button.term-link'))
    word.addEventListener('click', () =>
      location.assign(`/glossary#${word.getAttribute('popovertarget')?.slice('term-'.length)}`),
    )

// After the page itself, which needs the connection first.
addEventListener('load', () => {
  navigator.serviceWorker?.register('/offline.js').catch(() => {})
})
