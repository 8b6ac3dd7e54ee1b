import { type TlsFault, tlsFaultOf } from '../store/engines/postgres-tls.ts'

const ADVICE: Readonly<Record<TlsFault, string>> = {
  untrusted:
    "name the certificate of the authority that signed the server's: add sslmode=verify-full&sslrootcert=FILE to the address; sslmode=no-verify encrypts without checking who answers",
  'not-valid-now':
    "renew the server's certificate and reload the server; check the clock of this machine, too",
  'other-host':
    "use a host that the server's certificate names in the address, or have the certificate issued for this host",
  'not-offered':
    'turn ssl on in postgresql.conf of the server, or use sslmode=disable if the network between is trusted',
  'own-file': 'correct sslrootcert, sslcert or sslkey in the address: PEM files that Greymark may read',
  handshake: "see the server's log: it says why no encrypted connection came about",
}

/** What to do about a connection that failed for its encryption; `undefined` when it failed for another reason. */
export function tlsAdvice(error: unknown): string | undefined {
  const fault = tlsFaultOf(error)
  return fault && ADVICE[fault]
}
