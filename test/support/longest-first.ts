import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, though some are short. After `npm ci` Vitest knows no durations and starts the largest
 * files first, so that one of these would run alone at the end.
 */
const LONGEST: readonly string[] = [
  'test/pages.test.ts',
  'test/package.test.ts',
  'test/month.test.ts',
  'test/as-of.test.ts',
  'bench/smallest.test.ts',
  'test/alerts-month.test.ts',
  'attack/sample.test.ts',
  'test/openapi-examples.test.ts',
  'test/captured-collect.test.ts',
  'test/first-start.test.ts',
  'test/deploy/client-follow.test.ts',
  'src/demo/market.test.ts',
  'test/tables-in-duckdb.test.ts',
  'test/examples/telegram-bot.test.ts',
  'test/move.test.ts',
  'test/prepared-answers.test.ts',
  'test/client-examples.test.ts',
  'build/if-changed.test.ts',
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
