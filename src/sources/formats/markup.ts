import { type CheerioAPI, load } from 'cheerio/slim'
import { Unreadable } from '../source.ts'

/**
 * Real pages nest some dozens of elements. The parser's time grows with the square of the depth, and its stack with the
 * depth.
 */
const MAX_DEPTH = 500

const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** Elements that contain no markup. */
const RAW = new Set(['script', 'style', 'title', 'textarea'])
/** The open elements that a new one closes where no end tag is needed. */
const ENDED_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['p', ['p']],
  ['li', ['li']],
  ['option', ['option']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ['td', ['td', 'th']],
  ['th', ['td', 'th']],
  ['tr', ['tr', 'td', 'th']],
  ['tbody', ['thead', 'tbody', 'tr', 'td', 'th']],
])
const TAG = /<(?:!--|(?<slash>\/?)(?<name>[a-z][^\s/>]*))/gi

/** Parses a page, or a fragment of one. Throws `Unreadable` for markup that nests deeper than any page. */
export function parseMarkup(markup: string, isPage = false): CheerioAPI {
  refuseIfTooDeep(markup)
  // Without scripting, the content of noscript elements is part of the page.
  const page = isPage ? load(markup, { scriptingEnabled: false }) : load(markup, null, false)
  putIntoOneElement(page)
  return page
}

/**
 * Puts everything that is parsed into one element: the library selects in quadratic time where many are at the top
 * level.
 */
function putIntoOneElement(page: CheerioAPI): void {
  const [root] = page.root().toArray()
  const [box] = page('<div>').toArray()
  if (!root || !box || !('children' in box)) return
  box.children = root.children
  for (const child of box.children) child.parent = box
  root.children = [box]
  box.parent = root
}

function refuseIfTooDeep(markup: string): void {
  const open: string[] = []
  const tags = new RegExp(TAG)
  for (let found = tags.exec(markup); found; found = tags.exec(markup)) {
    const { slash, name = '' } = found.groups ?? {}
    const tag = name.toLowerCase()
    if (tag === '' || (slash === '' && RAW.has(tag))) {
      const end = markup.indexOf(tag === '' ? '-->' : '</', tags.lastIndex)
      if (end < 0) return
      tags.lastIndex = end
    } else if (slash === '/') {
      const at = open.lastIndexOf(tag)
      if (at >= 0) open.length = at
    } else if (!VOID.has(tag)) {
      const ended = ENDED_BY.get(tag) ?? []
      while (ended.includes(open.at(-1) ?? '')) open.pop()
      open.push(tag)
    }
    if (open.length > MAX_DEPTH)
      throw new Unreadable(`the markup nests more than ${MAX_DEPTH} elements in each other`)
  }
}

/** A parsed element, text or comment. */
export interface MarkupNode {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly attribs?: Readonly<Record<string, string>>
  readonly children?: readonly MarkupNode[]
}

/** Elements whose text a reader sees as separate from the text before: `₹5<sup>1</sup>` is not 51. */
const SET_APART = new Set(['br', 'p', 'div', 'li', 'sup', 'sub', 'small'])
/** Elements that a reader does not see, or sees struck out. */
const UNSEEN_NAMES = new Set(['script', 'style', 'template', 'del', 's', 'strike'])

/** True for an element that a reader does not see, with everything in it. */
export function isUnseen({ name = '', attribs = {} }: MarkupNode): boolean {
  const { style = '', class: classes = '' } = attribs
  return (
    UNSEEN_NAMES.has(name) ||
    attribs.hidden !== undefined ||
    attribs['aria-hidden'] === 'true' ||
    classes.split(/\s/).includes('d-none') ||
    style.includes('display:none') ||
    style.includes('display: none')
  )
}

/** Marks where an element begins or ends: two figures that meet there are two. */
const SEAM = '\u0001'
const FIGURES_THAT_MEET = new RegExp(`(?<=[\\d.,])${SEAM}+(?=[\\d.,])`, 'g')

export function shownText(element: MarkupNode): string {
  const parts: string[] = []
  collect(element.children ?? [], parts)
  return parts.join('').replace(FIGURES_THAT_MEET, ' ').replaceAll(SEAM, '')
}

function collect(nodes: readonly MarkupNode[], parts: string[]): void {
  for (const node of nodes) {
    if (node.type === 'text') parts.push(node.data ?? '')
    else if (node.type !== 'comment' && !isUnseen(node)) {
      const edge = SET_APART.has(node.name ?? '') ? ' ' : SEAM
      parts.push(edge)
      collect(node.children ?? [], parts)
      parts.push(edge)
    }
  }
}

export function firstWithin(element: MarkupNode, name: string): MarkupNode | undefined {
  for (const child of element.children ?? []) {
    const found = child.name === name ? child : firstWithin(child, name)
    if (found) return found
  }
  return undefined
}

/** The text of an element without that of some elements in it. */
export function textWithout(element: MarkupNode, name: string): string {
  if (element.type === 'text') return element.data ?? ''
  if (['comment', 'script', 'style'].includes(element.type) || element.name === name) return ''
  return (element.children ?? []).map((child) => textWithout(child, name)).join('')
}
