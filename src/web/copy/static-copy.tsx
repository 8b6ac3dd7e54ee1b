import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { en } from '../../texts/en.ts'

/** A page that is a file on a static host, where nothing answers a form or a parameter. */
export interface StaticCopy {
  /** The address of a live service, to which a copy leads where it has no answer; empty when there is none. */
  readonly liveUrl: string
  /** Where the answer of the service to an address is a file of the copy; `undefined` where it is none. */
  readonly inCopy: (address: string) => string | undefined
}

const Copy = createContext<StaticCopy | null>(null)

/** Tells the parts of a page that it is one of a static copy; `null` for a page of the service. */
export const WithCopy = Copy.Provider

export const useCopy = (): StaticCopy | null => useContext(Copy)

interface LiveOnlyProps {
  /** The address of the page where a live service has it. */
  readonly path?: string
  readonly children: ComponentChildren
}

/** What only a service can answer. A copy has a link to the live service instead, if there is one. */
export function LiveOnly({ path, children }: LiveOnlyProps) {
  const copy = useCopy()
  if (copy === null) return <>{children}</>
  if (path === undefined || copy.liveUrl === '') return null
  return (
    <p class="small">
      <a href={`${copy.liveUrl}${path}`}>{en.copy.filterLive(new URL(copy.liveUrl).host)}</a>
    </p>
  )
}

/** A link to what only a service can answer. In a copy it is text. */
export const LiveLink = ({ children, ...attributes }: JSX.IntrinsicElements['a']) =>
  useCopy() ? children : <a {...attributes}>{children}</a>
