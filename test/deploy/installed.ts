import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Ordinary users have no /usr/sbin in their PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin']

/** Where a program is, or `undefined` if it is not installed. */
export const programPath = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
