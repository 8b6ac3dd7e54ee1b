import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** Keeps one thing for each store. */
export function onePerStore<T extends object>(create: (db: Db) => T): (db: Db) => T {
  const byStore = new WeakMap<Db, T>()
  return (db) => {
    const kept = byStore.get(db) ?? create(db)
    byStore.set(db, kept)
    return kept
  }
}

/** Reads a value of a store once, as long as it is among the `max` values that were read last. */
export function cachedPerStore<T extends object>(
  max: number,
): (db: Db, key: string, read: () => Promise<T>) => Promise<T> {
  const cacheOf = onePerStore(() => new LRUCache<string, T>({ max }))
  return async (db, key, read) => {
    const cache = cacheOf(db)
    const value = cache.get(key) ?? (await read())
    cache.set(key, value)
    return value
  }
}
