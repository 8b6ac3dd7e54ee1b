import { applyChoices } from './apply-choices.ts'
import { readCharts } from './chart-reading.ts'
import { addCopyButtons } from './copy-button.ts'
import { fillInOwnOrigin } from './own-origin.ts'
import { suggestNames } from './search-box.ts'
import { shareByDevice } from './share.ts'
import { keepStars } from './stars.ts'
import { linkTerms } from './term-links.ts'

readCharts(document)
applyChoices(document)
fillInOwnOrigin(document)
addCopyButtons(document)
suggestNames(document)
linkTerms(document)
shareByDevice(document)
keepStars(document)

// After the page itself, which needs the connection first.
addEventListener('load', () => {
  navigator.serviceWorker?.register('/offline.js').catch(() => {})
})
