import { findNodeAtLocation, getNodePath, getNodeValue, type Node, type Segment } from 'jsonc-parser'
import Type, { type TLiteral, type TObject, type TRecord, type TSchema, type TUnion } from 'typebox'
import Value from 'typebox/value'
import { nearestName } from '../../texts/nearest-name.ts'
import { choiceSentence, HOLDS, sentenceOf, shown } from './fields.ts'
import type { Problem } from './json-text.ts'

/** So many mistyped names of a file get a suggestion, because a file may have very many. */
export const MOST_SUGGESTIONS = 200

/** A valid place that names an environment variable, and the schema of what the variable must hold. */
export interface NamedVariable {
  readonly node: Node
  readonly name: string
  readonly contents: TSchema
}

/**
 * What a schema refuses in a value, each at the innermost place. Where several kinds of values are allowed, only the one that is
 * meant is compared, by the kind of the value or by its "type"; TypeBox itself lists the errors of all kinds, and at most eight.
 */
export function checkStructure(
  root: Node,
  wanted: TSchema,
  problemAt: ProblemAt,
): { readonly problems: Problem[]; readonly variables: NamedVariable[] } {
  const problems: Problem[] = []
  const variables: NamedVariable[] = []
  check(wanted, root)
  return { problems, variables }

  function note(node: Node, text: string, at = node): void {
    problems.push(problemAt(node, text, at))
  }

  function check(allowed: TSchema, node: Node): void {
    const schema = Type.IsUnion(allowed) ? branchFor(allowed, node) : allowed
    if (schema === undefined) return
    const before = problems.length
    if (node.type === 'object') checkObject(schema, node)
    if (node.type === 'array' && Type.IsArray(schema) && !isTooLong(schema, node))
      for (const entry of node.children ?? []) check(schema.items, entry)
    if (problems.length > before) return
    const value: unknown = getNodeValue(node)
    if (!isRightItself(schema, value)) note(node, sentenceOf(schema, value))
    else if (HOLDS in schema)
      variables.push({ node, name: (value as { env: string }).env, contents: schema[HOLDS] as TSchema })
  }

  /** Notes a problem when none is meant. */
  function branchFor(union: TUnion, node: Node): TSchema | undefined {
    const branches = union.anyOf.flatMap((each) => (Type.IsUnion(each) ? each.anyOf : [each]))
    const [branch, ...more] = branches.filter((each) => kindOf(each) === node.type)
    if (branch === undefined) {
      const [first = union] = branches
      note(node, sentenceOf(Type.IsRefine(union) ? union : first, getNodeValue(node)))
    }
    return more.length === 0 ? branch : branchByType(branches, node)
  }

  function branchByType(branches: readonly TSchema[], node: Node): TSchema | undefined {
    const names = branches.map((each) => ((each as TObject).properties.type as TLiteral<string>).const)
    const type = findNodeAtLocation(node, ['type'])
    const meant = branches[names.indexOf(type?.value)]
    if (!type) note(node, `needs "type": one of ${names.join(', ')}`)
    else if (!meant) note(type, choiceSentence(getNodeValue(type), names))
    return meant
  }

  function checkObject(allowed: TSchema, node: Node): void {
    const given = new Set<string>()
    for (const { key } of membersOf(node)) {
      if (given.has(key.value)) note(node, `has the key ${shown(key.value)} twice`, key)
      given.add(key.value)
    }
    if (Type.IsObject(allowed)) checkKeys(allowed, node, given)
    if (Type.IsRecord(allowed) && !isTooLong(allowed, node)) checkNamed(allowed, node)
  }

  function checkKeys(schema: TObject, node: Node, given: ReadonlySet<string>): void {
    const { properties, required } = schema
    const known = Object.keys(properties)
    const mistyped = new Set<string>()
    for (const { key, value } of membersOf(node)) {
      const field = Object.hasOwn(properties, key.value) ? properties[key.value] : undefined
      if (field) {
        check(field, value)
        continue
      }
      const meant = problems.length < MOST_SUGGESTIONS ? nearestName(key.value, known) : undefined
      if (meant !== undefined) mistyped.add(meant)
      const hint = meant === undefined ? `known: ${known.join(', ')}` : `did you mean "${meant}"?`
      // A secret may stand where the name of its variable belongs.
      const isSecret = HOLDS in schema && !given.has('env')
      const name = isSecret ? 'an unknown key' : `the unknown key ${shown(key.value)}`
      note(node, `has ${name}; ${hint}`, key)
    }
    for (const name of required ?? [])
      if (!given.has(name) && !mistyped.has(name))
        note(node, `needs "${name}": ${(properties[name] as { description?: string }).description}`)
  }

  function checkNamed(allowed: TRecord, node: Node): void {
    const { propertyNames } = allowed as TRecord & { readonly propertyNames: TSchema }
    for (const { key, value } of membersOf(node)) {
      if (!Value.Check(propertyNames, key.value)) note(value, sentenceOf(propertyNames, key.value), key)
      check(Type.RecordValue(allowed), value)
    }
  }
}

/** Whether a value is right, apart from its entries: these were checked already, and are not checked again on every level. */
function isRightItself(schema: TSchema, value: unknown): boolean {
  const { properties, required, additionalProperties, patternProperties, propertyNames, items, ...itself } =
    schema as Record<string, unknown>
  const refinements = Type.IsRefine(schema) ? schema['~refine'] : []
  return Value.Check(itself, value) && refinements.every(({ check }) => check(value))
}

/** Of a list or object with too many entries, only that is said. */
function isTooLong(schema: TSchema, { children = [] }: Node): boolean {
  const { maxItems = Infinity, maxProperties = maxItems } = schema as {
    maxItems?: number
    maxProperties?: number
  }
  return children.length > maxProperties
}

/** The kind of JSON value that a schema describes. */
function kindOf(schema: TSchema): string | undefined {
  const { type } = schema as { type?: string }
  return type === 'integer' ? 'number' : type
}

const membersOf = ({ children = [] }: Node): { key: Node; value: Node }[] =>
  children.flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []))

/** Makes a problem of a value, at its own place or another one. */
export type ProblemAt = (node: Node, text: string, at?: Node) => Problem

/** For the problems of a file, which name a value by its path and its rule: `rules[3] "closing": where.board`. */
export function problemsIn(root: Node): ProblemAt {
  const rules = findNodeAtLocation(root, ['rules'])?.children ?? []
  // Each once: a rule may have very many problems, and its name at its end.
  const names = new Map<Segment, string>()
  const nameOf = (rule: Segment): string => {
    const known = names.get(rule)
    if (known !== undefined) return known
    const node = rules[Number(rule)]
    const name = node && findNodeAtLocation(node, ['name'])
    const written = name?.type === 'string' ? ` ${shown(name.value)}` : ''
    names.set(rule, written)
    return written
  }
  const subjectOf = (node: Node): string => {
    const [first = 'the file', second, ...rest] = getNodePath(node)
    const named =
      first === 'rules' && second !== undefined
        ? `rules[${second}]${nameOf(second)}`
        : first === 'channels' && second !== undefined
          ? `channels ${shown(second)}`
          : undefined
    if (named === undefined) return dotted([first, ...(second === undefined ? [] : [second, ...rest])])
    return rest.length === 0 ? named : `${named}: ${dotted(rest)}`
  }
  return (node, text, at = node) => ({ offset: at.offset, text: `${subjectOf(node)} ${text}` })
}

const dotted = (path: readonly Segment[]): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')
