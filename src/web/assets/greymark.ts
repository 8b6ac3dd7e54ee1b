import { readCharts } from './chart-reading.ts'
import { addCopyButtons } from './copy-button.ts'
import { fillInOwnOrigin } from './own-origin.ts'
import { suggestIpos } from './search-box.ts'
import { linkTerms } from './term-links.ts'

readCharts(document)
fillInOwnOrigin(document)
addCopyButtons(document)
suggestIpos(document)
linkTerms(document)
