import { lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren, JSX } from 'preact'
import { isTermId } from '../../texts/en/glossary.ts'
import { Table } from '../kit/table.tsx'
import { Term } from '../kit/term.tsx'
import { headingIds } from './heading-ids.ts'
import { Snippet, Typed } from './snippet.tsx'

export interface TextSection {
  readonly id: string
  readonly label: string
}

/**
 * What stands for `{{name}}` in a text: text anywhere, also in code; an element in a sentence, or in place of a paragraph
 * that has nothing else.
 */
export type Parts = Readonly<Record<string, ComponentChildren>>

/** A parsed text. Rendering it with its parts is quick. */
type ParsedText = ReturnType<typeof parseText>

/** Parses a text that begins with its title and a paragraph. */
export function parseText(markdown: string) {
  const [title, opening, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.depth !== 1 || opening?.type !== 'paragraph')
    throw new Error('a text must begin with its title and a paragraph')
  const headings = rest.filter((token): token is Tokens.Heading => token.type === 'heading')
  const ids = headingIds(headings.map(({ text }) => text))
  const idOf = new Map<Token, string>(headings.map((heading, i) => [heading, ids[i] ?? '']))
  return {
    title: title.text,
    opening: opening.tokens ?? [],
    rest,
    /** Of each heading. */
    ids: idOf,
    sections: headings
      .filter(({ depth }) => depth === 2)
      .map((heading) => ({ id: idOf.get(heading) ?? '', label: heading.text })),
  }
}

/** The opening and the rest as elements. HTML in a text stays text, so nothing unchecked reaches the page. */
export function renderText({ opening, rest, ids }: ParsedText, parts: Parts = {}) {
  return { lead: inline(opening), body: rest.map(block) }

  function block(token: Token): ComponentChildren {
    switch (token.type) {
      case 'heading': {
        const Heading = `h${token.depth}` as keyof JSX.IntrinsicElements
        return <Heading id={ids.get(token)}>{inline(token.tokens)}</Heading>
      }
      case 'paragraph':
        return PART_ALONE.test(token.text) ? inline(token.tokens) : <p>{inline(token.tokens)}</p>
      case 'list': {
        const { ordered, items } = token as Tokens.List
        const List = ordered ? 'ol' : 'ul'
        return (
          <List>
            {items.map(({ tokens, raw }) => (
              <li key={raw}>{tokens.map(block)}</li>
            ))}
          </List>
        )
      }
      case 'table':
        return table(token as Tokens.Table)
      case 'code':
        // What has a language is there to be copied.
        return token.lang ? <Snippet>{filledIn(token.text)}</Snippet> : <Typed>{filledIn(token.text)}</Typed>
      case 'space':
        return null
      default:
        return inline([token])
    }
  }

  function inline(tokens: readonly Token[] | undefined): ComponentChildren {
    return tokens?.map(inlinePart)
  }

  function table({ header, rows }: Tokens.Table): ComponentChildren {
    const columns = header.map(({ tokens }, i) => ({
      key: String(i),
      label: inline(tokens),
      cell: (cells: readonly Tokens.TableCell[]) => inline(cells[i]?.tokens),
      isFigure: rows.every((cells) => FIGURE.test(cells[i]?.text ?? '')),
    }))
    const label = `Table: ${header.map(({ text }) => text).join(', ')}`
    return <Table label={label} columns={columns} rows={rows} isScrolling />
  }

  function inlinePart(token: Token): ComponentChildren {
    switch (token.type) {
      case 'strong':
        return <strong>{inline(token.tokens)}</strong>
      case 'em':
        return <em>{inline(token.tokens)}</em>
      case 'codespan':
        return <code>{filledIn(token.text)}</code>
      case 'br':
        return <br />
      case 'link':
        return link(token.href, inline(token.tokens))
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : withParts(token.text)
      case 'escape':
        return token.text
      default:
        return token.raw
    }
  }

  /** Every second piece is the name of a part. */
  function withParts(text: string): ComponentChildren[] {
    return text.split(PART).map((piece, i) => (i % 2 === 0 ? piece : part(piece)))
  }

  function filledIn(text: string): string {
    return withParts(text).join('')
  }

  function part(name: string): ComponentChildren {
    if (!Object.hasOwn(parts, name)) throw new Error(`the text needs a part named ${name}`)
    return parts[name]
  }
}

const PART = /\{\{(\w+)\}\}/
const PART_ALONE = /^\{\{\w+\}\}$/

/** A place on the page, a page of ours, or an https address; all others are dropped as a risk. */
const SAFE = /^(#|\/(?!\/)|https:\/\/)/
const GLOSSARY = '/glossary#'

function link(href: string, content: ComponentChildren): ComponentChildren {
  const term = href.startsWith(GLOSSARY) ? href.slice(GLOSSARY.length) : ''
  if (isTermId(term)) return <Term of={term}>{content}</Term>
  return SAFE.test(href) ? <a href={href}>{content}</a> : content
}

const FIGURE = /^-?\d+(\.\d+)?$/
