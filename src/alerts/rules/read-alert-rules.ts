import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser'
import Value from 'typebox/value'
import { didYouMean } from '../../texts/nearest-name.ts'
import type { Variables } from '../channels/channel-settings.ts'
import { type AlertRules, isQuietAt, rulesOf } from './alert-rules.ts'
import {
  checkStructure,
  MOST_SUGGESTIONS,
  type NamedVariable,
  type ProblemAt,
  problemsIn,
} from './check-structure.ts'
import { sentenceOf, shown } from './fields.ts'
import { AlertsFile, DIGEST_AT } from './file-schema.ts'
import { type Problem, parseJson, withPlaces } from './json-text.ts'

/** Rules that can be used, and what an operator should know about them. */
export interface LoadedRules {
  readonly rules: AlertRules
  readonly warnings: readonly string[]
}

/** What is wrong with a file that cannot be used. */
export interface BadRules {
  readonly problems: readonly string[]
}

/** Reads a file of alerts. All problems are reported, each with its line and column; none shows a secret. */
export function readAlertRules(text: string, variables: Variables): LoadedRules | BadRules {
  const json = text.replace(/^\uFEFF+/, '')
  const root = parseJson(json)
  if ('text' in root) return { problems: withPlaces(json, [root]) }
  const problemAt = problemsIn(root)
  const structure = checkStructure(root, AlertsFile, problemAt)
  const file: AlertsFile = JSON.parse(json)
  const problems = [
    ...structure.problems,
    ...structure.variables.flatMap((variable) => variableProblem(variable, variables, problemAt)),
    ...(structure.problems.length === 0 ? referenceProblems(file, root, problemAt) : []),
  ]
  return problems.length > 0
    ? { problems: withPlaces(json, problems) }
    : { rules: rulesOf(file, variables), warnings: warningsAbout(file) }
}

function variableProblem(
  { node, name, contents }: NamedVariable,
  variables: Variables,
  problemAt: ProblemAt,
): Problem[] {
  const value = variables[name]
  if (value === undefined || value === '')
    return [problemAt(node, `needs the environment variable ${name}, which is not set or empty`)]
  if (Value.Check(contents, value)) return []
  const expected = sentenceOf(contents, value)
  return [problemAt(node, `${expected}; the environment variable ${name} holds something else`)]
}

/** What does not fit together in a file whose structure is valid. */
function referenceProblems(
  { channels, rules = [], digest, quietHours }: AlertsFile,
  root: Node,
  problemAt: ProblemAt,
): Problem[] {
  const problems: Problem[] = []
  const note = (path: JSONPath, text: string): void => {
    problems.push(problemAt(findNodeAtLocation(root, path) ?? root, text))
  }
  const known = Object.keys(channels)
  const noteUnknown = (names: readonly string[], path: JSONPath): void => {
    for (const [i, name] of names.entries()) {
      if (Object.hasOwn(channels, name)) continue
      const hint = problems.length < MOST_SUGGESTIONS ? didYouMean(name, known) : ''
      note([...path, 'channels', i], `names ${shown(name)}, which is not among the channels${hint}`)
    }
  }

  const first = new Map<string, number>()
  for (const [i, { name, on, where, channels: names }] of rules.entries()) {
    noteUnknown(names, ['rules', i])
    if (typeof on === 'object' && on.deal && where)
      note(['rules', i, 'where'], 'does not apply to deals: their conditions stand in "on"')
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, i)
    else note(['rules', i], `has the same name as rules[${earlier}]; each needs its own`)
  }

  if (!digest) return problems
  noteUnknown(digest.channels, ['digest'])
  const { at = DIGEST_AT } = digest
  for (const name of digest.channels) {
    const hours = channels[name]?.quietHours === undefined ? quietHours : channels[name].quietHours
    // A digest is for a certain hour, so it must not be held back.
    if (Object.hasOwn(channels, name) && hours && isQuietAt(hours, at))
      note(
        digest.at === undefined ? ['digest'] : ['digest', 'at'],
        `is ${digest.at === undefined ? 'sent at ' : ''}${at}, within the quiet hours of ${shown(name)} (${hours.from} to ${hours.to}); choose another time`,
      )
  }
  return problems
}

function warningsAbout({ channels, rules = [], digest }: AlertsFile): string[] {
  const used = new Set([...rules, ...(digest ? [digest] : [])].flatMap((sender) => sender.channels))
  const unused = Object.keys(channels).filter((name) => !used.has(name))
  return [
    ...unused.map((name) => `channels ${shown(name)} is not used by any rule, nor by the digest`),
    ...(rules.length === 0 && !digest
      ? ['the file has neither rules nor a digest, so that nothing is ever sent']
      : []),
  ]
}
