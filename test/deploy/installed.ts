import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The PATH of ordinary users lacks /usr/sbin. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin']

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The path of a program, or `undefined` if it is not installed. */
export const programPath = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find(isExecutable)

/** The program that a setting names. A wrong name is an error, because the setting asks for that program. */
export function namedProgram(setting: string, path: string, mayRun = isExecutable): string {
  if (mayRun(path)) return path
  throw new Error(`${setting} must name a program that exists and may be run; got "${path}"`)
}

/** The path of nginx: NGINX_PATH, or an installed one. */
export function nginxPath(asked = process.env.NGINX_PATH): string | undefined {
  return asked ? namedProgram('NGINX_PATH', asked) : programPath('nginx')
}
