import { readCharts } from './chart-reading.ts'

readCharts(document)
