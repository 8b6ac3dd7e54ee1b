import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, though some are short. After `npm ci` Vitest knows no durations and starts the largest
 * files first, so that one of these would run alone at the end.
 */
const LONGEST: readonly string[] = [
  'test/month.test.ts',
  'test/pages.test.ts',
  'test/operate-ending.test.ts',
  'test/client-follow.test.ts',
  'test/first-start.test.ts',
  'test/http-rules.test.ts',
  'src/store/append/record-facts.test.ts',
  'test/as-of.test.ts',
  'test/doctor-command.test.ts',
  'attack/sample.test.ts',
  'test/list-pages-browser.test.ts',
  'src/alerts/outbox/sender.test.ts',
]

const place = ({ moduleId }: TestSpecification): number => {
  const found = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return found === -1 ? LONGEST.length : found
}

/** Keeps the order of the projects, and within each starts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const turn = ({ project }: TestSpecification) => projects.indexOf(project)
    return sorted.toSorted((a, b) => turn(a) - turn(b) || place(a) - place(b))
  }
}
