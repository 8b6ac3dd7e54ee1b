import { Owners } from '../../src/market/facts/publisher.ts'
import type { MarketData } from '../../src/reports/market-data.ts'
import type { Db } from '../../src/store/engines/db.ts'

/** Who owns whom where the operator has no tables of their own. */
export const OWNERS = new Owners()

/** A store as a service without tables of the operator's own reads it. */
export const marketOf = (db: Db): MarketData => ({ db, owners: OWNERS })
