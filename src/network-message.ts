const NETWORK_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed before the answer was whole',
  ECONNECTION: 'connection closed before the answer was whole',
}

/** What went wrong on the network, in plain words where the code of the error is known. */
export function networkMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = codeOf(cause) ?? codeOf(error)
  const detail = cause instanceof Error && cause.message !== '' ? cause.message : error.message
  return NETWORK_MESSAGES[code ?? ''] ?? (code === undefined ? detail : `${detail} (${code})`)
}

/** The mail library replaces the code of the system by its own. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('originalCode' in error) return String(error.originalCode)
  return 'code' in error ? String(error.code) : undefined
}
