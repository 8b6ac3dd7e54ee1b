/** The forms of figures, days and names, which alerts share. */
export * from '../reports/format.ts'
