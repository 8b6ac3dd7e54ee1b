import { readCharts } from './chart-reading.ts'
import { addCopyButtons } from './copy-button.ts'
import { fillInOwnOrigin } from './own-origin.ts'

readCharts(document)
fillInOwnOrigin(document)
addCopyButtons(document)
