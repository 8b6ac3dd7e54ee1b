/** Lets pages of other sites show an image, read it by script, and do so with cross-origin isolation. */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const
