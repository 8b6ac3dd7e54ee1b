import { readCharts } from './chart-reading.ts'
import { addCopyButtons } from './copy-button.ts'
import { fillInOwnOrigin } from './own-origin.ts'
import { suggestIpos } from './search-box.ts'
import { linkTerms } from './term-links.ts'
import { shareByDevice } from './share.ts'
import { keepStars } from './stars.ts'

readCharts(document)
fillInOwnOrigin(document)
addCopyButtons(document)
suggestIpos(document)
linkTerms(document)
shareByDevice(document)
keepStars(document)

// After the page itself, which needs the connection first.
addEventListener('load', () => {
  navigator.serviceWorker?.register('/offline.js').catch(() => {})
})
