import type { Reporter, TestModule } from 'vitest/node'

/** One line per reason, the most frequent first. */
export function linesAbout(reasons: readonly string[]): string[] {
  const counts = Map.groupBy(reasons, (reason) => reason)
  return [...counts]
    .map(([reason, { length }]) => ({ reason, length }))
    .toSorted((a, b) => b.length - a.length)
    .map(({ reason, length }) => `${length} ${length === 1 ? 'test was' : 'tests were'} skipped: ${reason}`)
}

/** The reasons of skipped tests. A test that was not selected on the command line has none. */
const reasonsIn = (module: TestModule): string[] =>
  [...module.children.allTests('skipped')].flatMap((test) => {
    const result = test.result()
    return result.state === 'skipped' && result.note ? [result.note] : []
  })

/** Prints after the summary how many tests were skipped, and why. */
export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = linesAbout(modules.flatMap(reasonsIn))
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  }
}
