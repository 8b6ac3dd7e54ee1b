import { settlesWithin } from '../../settles-within.ts'
import { withoutSecrets } from '../../without-secrets.ts'

export type Level = 'ok' | 'warn' | 'FAIL'

/** The result of one check, and what to do about it. */
export interface Finding {
  readonly check: string
  readonly level: Level
  readonly found: string
  readonly todo: string | null
}

export const findingsOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, level: 'ok', found, todo: null }),
  warn: (found: string, todo: string): Finding => ({ check, level: 'warn', found, todo }),
  fail: (found: string, todo: string): Finding => ({ check, level: 'FAIL', found, todo }),
})

/** The message of an error without secrets. A connection attempt to several addresses has an error for each. */
export function safeErrorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(safeErrorText).join('; ')
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}

const CHECK_WITHIN_MS = 15_000

/** What a check finds, one after the other. */
export type Findings = AsyncGenerator<Finding, void>

async function allOf(findings: Findings): Promise<readonly Finding[]> {
  const all: Finding[] = []
  for await (const finding of findings) all.push(finding)
  return all
}

/** Runs one check with a time limit. An error becomes a finding, so that the other checks still run. */
export async function guarded(
  check: string,
  run: () => Findings | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const failed = (why: string, todo: string) => [findingsOf(check).fail(`could not be checked: ${why}`, todo)]
  try {
    const found = run()
    const pending = 'then' in found ? found : allOf(found)
    if (await settlesWithin(CHECK_WITHIN_MS, pending)) return await pending
    return failed(
      `no answer within ${CHECK_WITHIN_MS / 1000} seconds`,
      'find out what it waits for, such as a slow disk or network, and try again',
    )
  } catch (error) {
    return failed(safeErrorText(error), 'fix this, and try again')
  }
}
