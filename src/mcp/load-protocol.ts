export type Protocol = typeof import('./protocol.ts')

/**
 * Loads the library of the protocol on first use, so that no other command and no start of the service waits for it. Node
 * keeps it, and tries again after a failure.
 */
export const loadProtocol = (): Promise<Protocol> => import('./protocol.ts')
