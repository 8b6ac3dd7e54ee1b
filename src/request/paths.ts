/** The base path of the JSON endpoints. Clients depend on it, so it never changes. */
export const BASE = '/api/public/market'

/** The Model Context Protocol, for assistants. */
export const MCP_PATH = '/mcp'

/** The stream of changes (server-sent events). */
export const EVENTS_PATH = '/feeds/changes'

/** The latest changes as an Atom feed. */
export const ATOM_PATH = '/feeds/changes.atom'
/** The days of IPOs as an iCalendar file. */
export const CALENDAR_PATH = '/feeds/calendar.ics'
