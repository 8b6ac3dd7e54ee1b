import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { EXTERNAL_REL } from '../external-link.tsx'

/** Further characters would take a second line on a phone. */
const LONGEST_SHOWN_ADDRESS = 32

const AlertsAddress = createContext('')

/** Provides the operator's public alerts to a page; an empty address shows nothing anywhere. */
export const WithAlertsAddress = ({
  address,
  children,
}: {
  address: string
  children: ComponentChildren
}) => <AlertsAddress.Provider value={address}>{children}</AlertsAddress.Provider>

/** Host and path of an address, which is how people write down a public channel: `t.me/example`. */
export function shownAddress(address: string): string {
  const { host, pathname } = new URL(address)
  const whole = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`
  return whole.length <= LONGEST_SHOWN_ADDRESS ? whole : `${whole.slice(0, LONGEST_SHOWN_ADDRESS - 1)}…`
}

export const AlertsLink = ({ address }: { address: string }) => (
  <a href={address} rel={EXTERNAL_REL}>
    {shownAddress(address)}
  </a>
)

/** Where visitors can subscribe to alerts. The line is about all IPOs, because the operator's rules select them. */
export function AlertsLine() {
  const address = useContext(AlertsAddress)
  if (address === '') return null
  return (
    <p class="quiet small">
      Get alerts when IPOs open and close: <AlertsLink address={address} />
    </p>
  )
}
