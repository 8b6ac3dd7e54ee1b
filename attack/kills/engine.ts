import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../test/support/postgres/server.ts'
import type { AttackRun } from '../part.ts'

/** The engine of the stores of a run: a file or a database each. */
export interface Engine {
  readonly isPostgres: boolean
  /** The address of an empty store; its name has only letters, digits and `_`. */
  create(name: string): Promise<string>
  /** The address of a copy of a store that no process has open. */
  copy(from: string, to: string): Promise<string>
  remove(name: string): Promise<void>
  /** Resolves when no killed process is still connected. */
  untilAlone(name: string): Promise<void>
}

/** Each store in its own folder, so that leftover files can be seen. */
export function sqliteEngine(folder: string): Engine {
  const fileOf = (name: string) => join(folder, name, 'greymark.db')
  const create = async (name: string) => {
    mkdirSync(join(folder, name))
    return `sqlite:${fileOf(name)}`
  }
  return {
    isPostgres: false,
    create,
    async copy(from, to) {
      const url = await create(to)
      for (const ending of ['', '-wal'])
        if (existsSync(fileOf(from) + ending)) copyFileSync(fileOf(from) + ending, fileOf(to) + ending)
      return url
    },
    remove: async (name) => rmSync(join(folder, name), { recursive: true, force: true }),
    untilAlone: async () => {},
  }
}

const ALONE_WITHIN_MS = 30_000

/** One server for the run with its durability settings on: nothing may depend on a client that ends cleanly. */
export async function postgresEngine(run: AttackRun): Promise<Engine> {
  const server = await startPostgres({ max_wal_size: '256MB' })
  run.onEnd(() => server.stop())
  const copy = async (template: string, name: string) => {
    await server.query(`create database ${name} template ${template} strategy file_copy`)
    return server.url(name)
  }
  return {
    isPostgres: true,
    create: (name) => copy('template1', name),
    copy,
    remove: async (name) => void (await server.query(`drop database if exists ${name} with (force)`)),
    async untilAlone(name) {
      const until = performance.now() + ALONE_WITHIN_MS
      for (;;) {
        const others = await server.query(`select pid from pg_stat_activity where datname = '${name}'`)
        if (others.length === 0) return
        if (performance.now() > until) throw new Error(`a killed process is still connected to ${name}`)
      }
    },
  }
}
