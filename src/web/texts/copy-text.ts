import { invariant } from '../../invariant.ts'

/** A text as a static copy shows it. A section of it that is only a heading is that of the text of the service. */
export function copyText(text: string, ofService: string): string {
  const sections = new Map(sectionsOf(ofService).map((section) => [headingOf(section), section]))
  return sectionsOf(text)
    .map((section) => {
      const heading = headingOf(section)
      const isWhole = section.trim() !== heading
      return isWhole ? section : invariant(sections.get(heading), `the section "${heading}" of the service`)
    })
    .join('')
}

/** The first one begins with the title. */
const sectionsOf = (text: string): string[] => text.split(/^(?=## )/m)
const headingOf = (section: string): string => section.split('\n', 1)[0] ?? ''
