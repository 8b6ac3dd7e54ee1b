/** Where the JSON endpoints live; the four paths are frozen. */
export const BASE = '/api/public/market'
