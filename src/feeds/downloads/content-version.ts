/** Part of ETags and file names; raised when the content of downloads changes, so that copies of an older release expire. */
export const CONTENT_VERSION = 2
