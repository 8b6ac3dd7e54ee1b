import { parseSync } from 'vite'

/** A node of a syntax tree. */
type Node = { readonly type: string; readonly [key: string]: unknown }

/** Types whose values the compiler protects from changes. */
const READONLY_TYPE = /^(?:readonly\s|Readonly(?:Map|Set|Array)?<)/
/** Nodes whose values cannot change. */
const PLAIN = new Set([
  'Literal',
  'TemplateLiteral',
  'Identifier',
  'MemberExpression',
  'UnaryExpression',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
])
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression'])
/** The statements that a module may contain beside its constants. */
const DECLARATIONS = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'FunctionDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
])
const CHANGING_CALLS = /^(?:Object|Reflect)\.(?:assign|definePropert(?:y|ies)|set|setPrototypeOf)$/

/**
 * The places at which a module holds mutable state: variables, collections that are not read-only, results of calls
 * (they may hold variables of their own), regular expressions with a global or sticky position, static fields,
 * properties assigned to functions, casts that remove read-only, and the global object.
 */
export function mutableStateIn(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const body = program.body as unknown as Node[]
  const textOf = (node: Node) => text.slice(Number(node.start), Number(node.end))
  const faults: string[] = []
  const names = new Set<string>()

  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declared = isExport ? (statement.declaration as Node | null) : statement
    if (declared === null || DECLARATIONS.has(declared.type)) {
      const { id } = (declared ?? {}) as { id?: { name: string } }
      if (declared?.type === 'FunctionDeclaration' && id) names.add(id.name)
    } else if (declared.type === 'ClassDeclaration') faults.push(...staticFields(declared, textOf))
    else if (declared.type === 'VariableDeclaration') {
      if (declared.kind !== 'const') faults.push(textOf(declared))
      for (const declarator of declared.declarations as Node[]) {
        const { id, init } = declarator as unknown as { id: Node; init: Node | null }
        names.add(String(id.name))
        if (init === null || !isConstant(id, init, textOf)) faults.push(textOf(declarator))
      }
    } else faults.push(textOf(declared))
  }
  for (const node of nodesIn(body)) if (changesModule(node, names, textOf)) faults.push(textOf(node))
  return faults
}

function isConstant(id: Node, init: Node, textOf: (node: Node) => string): boolean {
  const annotation = id.typeAnnotation as { typeAnnotation: Node } | null
  if (annotation && READONLY_TYPE.test(textOf(annotation.typeAnnotation))) return true
  if (init.type === 'TSSatisfiesExpression') return isConstant(id, init.expression as Node, textOf)
  if (init.type === 'TSAsExpression') return textOf(init.typeAnnotation as Node) === 'const'
  if (init.type === 'Literal' && init.regex) return !/[gy]/.test((init.regex as { flags: string }).flags)
  return PLAIN.has(init.type) || FUNCTIONS.has(init.type)
}

const staticFields = (declared: Node, textOf: (node: Node) => string): string[] =>
  (declared.body as { body: Node[] }).body
    .filter(
      ({ type, static: isStatic, readonly: isReadonly, value }) =>
        type === 'StaticBlock' ||
        (type === 'PropertyDefinition' && isStatic === true && !(isReadonly === true && isPlain(value))),
    )
    .map(textOf)

const isPlain = (value: unknown): boolean => PLAIN.has((value as Node | null)?.type ?? '')

function changesModule(node: Node, names: ReadonlySet<string>, textOf: (node: Node) => string): boolean {
  const isOurs = (target: unknown): boolean => names.has(rootOf(target as Node))
  switch (node.type) {
    case 'AssignmentExpression':
      return (node.left as Node).type === 'MemberExpression' && isOurs(node.left)
    case 'UpdateExpression':
      return (node.argument as Node).type === 'MemberExpression' && isOurs(node.argument)
    case 'CallExpression':
      return CHANGING_CALLS.test(textOf(node.callee as Node)) && isOurs((node.arguments as Node[])[0])
    case 'TSAsExpression':
      return textOf(node.typeAnnotation as Node) !== 'const' && isOurs(node.expression)
    case 'Identifier':
      return node.name === 'globalThis'
    default:
      return false
  }
}

/** The name at the beginning of `name.part[0].more`, through casts. */
function rootOf(node: Node | undefined): string {
  if (!node) return ''
  if (node.type === 'Identifier') return String(node.name)
  const inner = node.object ?? node.expression
  return node.type === 'CallExpression' ? '' : rootOf(inner as Node | undefined)
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each)
  else if (value !== null && typeof value === 'object') {
    if ('type' in value && typeof value.type === 'string') yield value as Node
    for (const each of Object.values(value)) yield* nodesIn(each)
  }
}
