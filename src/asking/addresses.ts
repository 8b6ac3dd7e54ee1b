/** Where the JSON endpoints live; the four paths are frozen. */
export const BASE = '/api/public/market'

/** Where changes are sent as they come. */
export const EVENTS_PATH = '/feeds/changes'
