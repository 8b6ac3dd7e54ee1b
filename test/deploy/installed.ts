import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Ordinary users have no /usr/sbin in their PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin']

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Where a program is, or `undefined` if it is not installed. */
export const programPath = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find(isExecutable)

/** The program that a setting names; a wrong name is an error, since whoever gave it wants that program to be used. */
export function namedProgram(setting: string, path: string, mayRun = isExecutable): string {
  if (mayRun(path)) return path
  throw new Error(`${setting} must name a program that exists and may be run; got "${path}"`)
}

/** Where nginx is: NGINX_PATH, or an installed one. */
export function nginxPath(asked = process.env.NGINX_PATH): string | undefined {
  return asked ? namedProgram('NGINX_PATH', asked) : programPath('nginx')
}
