/** Where the JSON endpoints live; the four paths are frozen. */
export const BASE = '/api/public/market'

/** Where changes are sent as they come. */
export const EVENTS_PATH = '/feeds/changes'

/** The latest changes, for feed readers. */
export const ATOM_PATH = '/feeds/changes.atom'
/** The days of IPOs, for calendars. */
export const CALENDAR_PATH = '/feeds/calendar.ics'
