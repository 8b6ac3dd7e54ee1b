import { Name } from '../figures.tsx'
import { clientAddress } from './deals-walk.ts'

/** A client's name, with a link to its page. Search engines need not visit the pages of all clients. */
export const ClientLink = ({ name }: { name: string }) => (
  <a href={clientAddress(name)} rel="nofollow">
    <Name>{name}</Name>
  </a>
)
