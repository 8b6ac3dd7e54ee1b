import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EVENING } from '../../test/support/upstream-documents.ts'
import type { Env } from '../greymark-process.ts'
import { PAST_RANGE, type Scene, SOURCES, type Template } from './scene.ts'
import { type StoreState, stateOf } from './store-state.ts'

/** The template of the store that a command is killed on. */
export interface Target {
  readonly url: string
  /** The folder for files that the command writes. */
  readonly folder: string
}

export interface CommandLine {
  readonly args: readonly string[]
  readonly env: Env
}

/** The contents of a store before and after an undisturbed run. */
export interface Expected {
  readonly before: StoreState
  readonly after: StoreState
}

/** A command that is killed, and further requirements besides the state of the store. */
export interface Victim {
  readonly name: string
  /** False for commands that do not support PostgreSQL. */
  readonly isForPostgres: boolean
  readonly template: Template
  command(scene: Scene, target: Target): CommandLine
  /** The command that completes the work after a kill, if it is not the same one. */
  completion?(scene: Scene, target: Target): CommandLine
  /** True once it has printed that its work is done; after that, no kill may undo it. */
  isAcknowledged(printed: string): boolean
  /** It serves until it is stopped. */
  readonly isServer?: true
  /** Throws if something besides the store is wrong. */
  check?(scene: Scene, target: Target, expected: Expected): Promise<void>
}

const onStore = (target: Target, args: readonly string[], env: Env = {}): CommandLine => ({
  args,
  env: { DATABASE_URL: target.url, ...env },
})

const backupOf = ({ folder }: Target) => join(folder, 'backup.db')
const earlierFile = ({ folder }: Scene) => join(folder, 'earlier', 'greymark.db')

const collecting = (scene: Scene, target: Target, more: readonly string[] = []): CommandLine =>
  onStore(target, ['collect', ...SOURCES, ...more], { UPSTREAM_BASE: scene.upstreamBase })

export const VICTIMS: readonly Victim[] = [
  {
    name: 'import',
    isForPostgres: true,
    template: 'filled',
    command: ({ factsFile }, target) => onStore(target, ['import', factsFile]),
    isAcknowledged: (printed) => /^\d+ taken/m.test(printed),
  },
  {
    name: 'collect',
    isForPostgres: true,
    template: 'filled',
    command: (scene, target) => collecting(scene, target, ['--at', EVENING]),
    isAcknowledged: (printed) =>
      SOURCES.every((source) => new RegExp(`^${source} .*done`, 'm').test(printed)),
  },
  {
    name: 'replay',
    isForPostgres: true,
    template: 'filled',
    command: (_scene, target) => onStore(target, ['replay', 'ipowatch']),
    isAcknowledged: (printed) => /read again/.test(printed),
  },
  {
    name: 'backfill',
    isForPostgres: true,
    template: 'filled',
    command: (scene, target) =>
      onStore(target, ['backfill', ...PAST_RANGE, 'exchanges'], { UPSTREAM_BASE: scene.upstreamBase }),
    isAcknowledged: (printed) => /^bse-bhavcopy +\d+ +\d/m.test(printed.split('REQUESTED')[1] ?? ''),
  },
  {
    name: 'prune',
    isForPostgres: true,
    template: 'filled',
    command: (_scene, target) => onStore(target, ['prune', '--older-than', '30']),
    isAcknowledged: (printed) => /removed/.test(printed),
  },
  {
    name: 'backup',
    isForPostgres: false,
    template: 'filled',
    command: (_scene, target) => onStore(target, ['backup', backupOf(target), '--force']),
    isAcknowledged: () => false,
    async check({ startedAt }, target, { before }) {
      if (!existsSync(backupOf(target))) return
      const copied = await stateOf(`sqlite:${backupOf(target)}`, startedAt)
      if (!isSame(copied, before)) throw new Error('the backup differs from the store')
    },
  },
  {
    name: 'restore',
    isForPostgres: false,
    template: 'filled',
    command: (scene, target) => onStore(target, ['restore', earlierFile(scene), '--replace']),
    isAcknowledged: (printed) => /^restored/m.test(printed),
    async check({ startedAt }, target, { before, after }) {
      const now = await stateOf(target.url, startedAt)
      if (!isSame(now, before) && !isSame(now, after))
        throw new Error('the store is neither the previous one nor the restored one')
    },
  },
  {
    name: 'serve',
    isForPostgres: true,
    template: 'filled',
    isServer: true,
    command: (scene, target) =>
      onStore(target, ['serve'], {
        ...{ PORT: '0', METRICS: 'off', DRAIN_SECONDS: '0', COLLECT: 'on' },
        ...{ SOURCES: SOURCES.join(','), CONTACT: 'ops@desk.example', UPSTREAM_BASE: scene.upstreamBase },
      }),
    completion: collecting,
    isAcknowledged: (printed) => SOURCES.every((source) => printed.includes(`read ${source}: `)),
  },
]

/** True when two stores have the same facts, raw answers and refusals. */
export const isSame = (a: StoreState, b: StoreState): boolean =>
  JSON.stringify([a.facts, a.payloads, a.refusals]) === JSON.stringify([b.facts, b.payloads, b.refusals])
