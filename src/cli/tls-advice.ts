import { type TlsFault, tlsFaultOf } from '../store/engines/postgres-tls.ts'

const ADVICE: Readonly<Record<TlsFault, string>> = {
  untrusted:
    "name the certificate of the authority that signed the server's: add sslmode=verify-full&sslrootcert=FILE to the address; sslmode=no-verify encrypts without checking who answers",
  'not-valid-now':
    "renew the server's certificate and reload the server; also check the clock of this machine",
  'other-host':
    "use a host that the server's certificate names in the address, or have the certificate issued for this host",
  'not-offered':
    'turn ssl on in postgresql.conf of the server, or use sslmode=disable if the network between them is trusted',
  'own-file': 'correct sslrootcert, sslcert or sslkey in the address: PEM files that Greymark may read',
  handshake: "see the server's log for why no encrypted connection was established",
}

/** What to do about a failed TLS connection; `undefined` for any other error. */
export function tlsAdvice(error: unknown): string | undefined {
  const fault = tlsFaultOf(error)
  return fault && ADVICE[fault]
}
