import type { Config } from '../../config.ts'
import type { DailyBuild } from '../../feeds/downloads/daily-folder.ts'
import type { ServedMarket } from '../../reports/served-market.ts'

/** The data that the thread of the daily files is started with. It opens the store and reads the owners itself. */
export interface DailyFilesTask extends DailyBuild {
  readonly config: Config
  readonly market: Omit<ServedMarket, 'db' | 'userStore' | 'owners'>
}
