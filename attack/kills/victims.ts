import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../../test/support/greymark-process.ts'
import { isSameState, type StoreState, stateOf } from '../../test/support/store-state.ts'
import { EVENING } from '../../test/support/upstream-documents.ts'
import { PAST_RANGE, type Scene, SOURCES } from './scene.ts'

/** The store that a command is killed on. */
export interface Target {
  readonly url: string
  /** The folder for files that the command writes. */
  readonly folder: string
}

/** The contents of a store before and after an undisturbed run. */
export interface Expected {
  readonly before: StoreState
  readonly after: StoreState
}

/** A command that is killed, and further requirements besides the state of the store. */
export interface Victim {
  readonly name: string
  /** True for commands that do not support PostgreSQL. */
  readonly isOnlyForFiles?: boolean
  /** Its arguments, and settings besides the addresses of the store and of the upstreams. */
  command(scene: Scene, target: Target): { readonly args: readonly string[]; readonly env?: Env }
  /** The arguments that complete the work after a kill, if not the same. */
  readonly completion?: readonly string[]
  /** True once it has printed that its work is done; after that, no kill may undo it. */
  isAcknowledged?(printed: string): boolean
  /** Throws if something besides the store is wrong. */
  check?(scene: Scene, target: Target, expected: Expected): Promise<void>
}

const backupOf = ({ folder }: Target) => join(folder, 'backup.db')

const SERVICE: Env = {
  ...{ PORT: '0', METRICS: 'off', DRAIN_SECONDS: '0', COLLECT: 'on' },
  ...{ SOURCES: SOURCES.join(','), CONTACT: 'ops@desk.example' },
}

export const VICTIMS: readonly Victim[] = [
  {
    name: 'import',
    command: ({ factsFile }) => ({ args: ['import', factsFile] }),
    isAcknowledged: (printed) => /^\d+ taken/m.test(printed),
  },
  {
    name: 'collect',
    command: () => ({ args: ['collect', ...SOURCES, '--at', EVENING] }),
    isAcknowledged: (printed) =>
      SOURCES.every((source) => new RegExp(`^${source} .*done`, 'm').test(printed)),
  },
  {
    name: 'replay',
    command: () => ({ args: ['replay', 'ipowatch'] }),
    isAcknowledged: (printed) => /read again/.test(printed),
  },
  {
    name: 'backfill',
    command: () => ({ args: ['backfill', ...PAST_RANGE, 'exchanges'] }),
    isAcknowledged: (printed) => /^bse-bhavcopy +\d+ +\d/m.test(printed.split('REQUESTED')[1] ?? ''),
  },
  {
    name: 'prune',
    command: () => ({ args: ['prune', '--older-than', '30'] }),
    isAcknowledged: (printed) => /removed/.test(printed),
  },
  {
    name: 'backup',
    isOnlyForFiles: true,
    command: (_scene, target) => ({ args: ['backup', backupOf(target), '--force'] }),
    async check({ startedAt }, target, { before }) {
      if (!existsSync(backupOf(target))) return
      const copied = await stateOf(`sqlite:${backupOf(target)}`, startedAt)
      if (!isSameState(copied, before)) throw new Error('the backup differs from the store')
    },
  },
  {
    name: 'restore',
    isOnlyForFiles: true,
    command: ({ folder }) => ({
      args: ['restore', join(folder, 'earlier', 'greymark.db'), '--replace'],
    }),
    isAcknowledged: (printed) => /^restored/m.test(printed),
    async check({ startedAt }, target, { before, after }) {
      const now = await stateOf(target.url, startedAt)
      if (!isSameState(now, before) && !isSameState(now, after))
        throw new Error('the store is neither the previous one nor the restored one')
    },
  },
  {
    name: 'serve',
    command: () => ({ args: ['serve'], env: SERVICE }),
    completion: ['collect', ...SOURCES],
    isAcknowledged: (printed) => SOURCES.every((source) => printed.includes(`read ${source}: `)),
  },
]
