import { Owners } from '../../src/market/facts/publisher.ts'
import type { MarketData } from '../../src/reports/market-data.ts'
import type { Db } from '../../src/store/engines/db.ts'

/** The owners without tables of the operator. */
export const OWNERS = new Owners()

/** A store as a service without tables of the operator reads it. */
export const marketOf = (db: Db): MarketData => ({ db, owners: OWNERS })
