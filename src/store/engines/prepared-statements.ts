import pg from 'pg'

/** The most statements that a connection keeps prepared. Further ones are parsed and planned each time. */
const MAX_PREPARED = 300
/** A statement with more parameters has a list of some length in its text, and seldom comes again. */
const MAX_PARAMETERS = 60
const IS_READING = /^\s*(select|with)\b/i
/** Such a statement would fail on a connection that prepared it before a migration added a column. */
const HAS_ALL_COLUMNS = /\bselect \*|\.\*/i
/** How to read best depends on the pattern, and a prepared statement soon gets one plan for all values. */
const HAS_PATTERN = /\blike\b/i

/**
 * The connections of a pool that give reading statements a name, under which each of them prepares a statement once: to
 * parse and to plan one often takes longer than to run it.
 */
export function preparingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (text: string, parameters: readonly unknown[]): string | undefined => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_PREPARED || parameters.length > MAX_PARAMETERS) return undefined
    if (!IS_READING.test(text) || HAS_ALL_COLUMNS.test(text) || HAS_PATTERN.test(text)) return undefined
    const name = `greymark ${names.size + 1}`
    names.set(text, name)
    return name
  }
  return class PreparingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this)
      const named = (text: string, values: unknown[] = []) => {
        const name = nameOf(text, values)
        return query(name === undefined ? { text, values } : { name, text, values })
      }
      this.query = named as typeof query
    }
  }
}
