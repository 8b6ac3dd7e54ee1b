export type Protocol = typeof import('./protocol.ts')

let loading: Promise<Protocol> | undefined

/** Loads the library of the protocol on first use, so that no other command and no start of the service waits for it. */
export const loadProtocol = (): Promise<Protocol> => (loading ??= import('./protocol.ts'))
