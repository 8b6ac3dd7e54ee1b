import type { readSettings } from '../../config.ts'
import { settlesWithin } from '../../settles-within.ts'
import type { Db } from '../../store/engines/db.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import type { Terminal } from '../command.ts'

/** What the checks look at. Invalid settings are absent. */
export interface Examined extends Pick<Terminal, 'env' | 'now'>, ReturnType<typeof readSettings> {
  /** The store, once it is known that it can be queried. */
  db: Db | null
  /** The connections, which must be closed at the end. */
  readonly opened: Db[]
}
export type Settings = Examined['settings']

/** What a check found, and what to do about it. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'FAIL'
  readonly found: string
  readonly todo: string | null
}
export type CheckedFinding = Finding & { readonly check: string }

export const ok = (found: string): Finding => ({ level: 'ok', found, todo: null })
export const warn = (found: string, todo: string): Finding => ({ level: 'warn', found, todo })
export const fail = (found: string, todo: string): Finding => ({ level: 'FAIL', found, todo })

/** What a check finds, one after the other. */
export type Findings = AsyncGenerator<Finding, void>

/** The message of an error without secrets. A connection attempt to several addresses has an error for each. */
export function safeErrorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(safeErrorText).join('; ')
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}

const CHECK_WITHIN_MS = 15_000

async function allOf(findings: Findings): Promise<readonly Finding[]> {
  const all: Finding[] = []
  for await (const finding of findings) all.push(finding)
  return all
}

/** Runs one check with a time limit. An error becomes a finding, so that the other checks still run. */
export async function guarded(findings: Findings): Promise<readonly Finding[]> {
  const failed = (why: string, todo: string) => [fail(`could not be checked: ${why}`, todo)]
  try {
    const pending = allOf(findings)
    if (await settlesWithin(CHECK_WITHIN_MS, pending)) return await pending
    return failed(
      `no answer within ${CHECK_WITHIN_MS / 1000} seconds`,
      'find out what it waits for, such as a slow disk or network, and try again',
    )
  } catch (error) {
    return failed(safeErrorText(error), 'fix this, and try again')
  }
}
