import { lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren, JSX } from 'preact'
import { WideTable } from '../wide-table.tsx'
import { headingIds } from './heading-ids.ts'
import type { TextSection } from './text-page.tsx'

/** A parsed Markdown text: its title, its first paragraph, and the rest with its headings. */
export interface ReadText {
  readonly title: string
  readonly opening: ComponentChildren
  readonly body: ComponentChildren
  readonly places: readonly TextSection[]
}

/**
 * Parses a text that begins with its title and a paragraph. HTML in it stays text, so nothing unchecked reaches the
 * page.
 */
export function readMarkdown(markdown: string): ReadText {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space')
  const [title, opening, ...rest] = tokens
  if (title?.type !== 'heading' || title.depth !== 1 || opening?.type !== 'paragraph')
    throw new Error('a text must begin with its title and a paragraph')
  const headings = rest.filter((token): token is Tokens.Heading => token.type === 'heading')
  const ids = headingIds(headings.map(({ text }) => text))
  const idOf = new Map<Token, string>(headings.map((heading, i) => [heading, ids[i] ?? '']))
  return {
    title: title.text,
    opening: inline(opening.tokens),
    body: rest.map((token) => block(token, idOf)),
    places: headings.flatMap((heading) =>
      heading.depth === 2 ? [{ id: idOf.get(heading) ?? '', label: heading.text }] : [],
    ),
  }
}

type Ids = ReadonlyMap<Token, string>

function block(token: Token, ids: Ids): ComponentChildren {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${token.depth}` as keyof JSX.IntrinsicElements
      return <Heading id={ids.get(token)}>{inline(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const List = ordered ? 'ol' : 'ul'
      return (
        <List>
          {items.map(({ tokens, raw }) => (
            <li key={raw}>{tokens.map((each) => block(each, ids))}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return <TextTable {...(token as Tokens.Table)} />
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'space':
      return null
    default:
      return inline([token])
  }
}

const inline = (tokens: readonly Token[] | undefined): ComponentChildren => tokens?.map(inlinePart)

function inlinePart(token: Token): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return isSafe(token.href) ? <a href={token.href}>{inline(token.tokens)}</a> : inline(token.tokens)
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens) : token.text
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

/** True for a place on the page, a page of ours, or an https address; all others are dropped as a risk. */
const isSafe = (href: string): boolean => /^(#|\/(?!\/)|https:\/\/)/.test(href)

const FIGURE = /^-?\d+(\.\d+)?$/

function TextTable({ header, rows }: Tokens.Table) {
  const isFigure = header.map((_, i) => rows.every((cells) => FIGURE.test(cells[i]?.text ?? '')))
  const classOf = (i: number) => (isFigure[i] ? 'figure' : undefined)
  return (
    <WideTable label={`Table: ${header.map(({ text }) => text).join(', ')}`}>
      <thead>
        <tr>
          {header.map(({ text, tokens }, i) => (
            <th key={text} scope="col" class={classOf(i)}>
              {inline(tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.map(({ text }) => text).join()}>
            {cells.map(({ tokens }, i) => (
              <td key={i} class={classOf(i)}>
                {inline(tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
