import { Gauge, type Registry } from 'prom-client'

export class DownloadMetrics {
  /** The number of downloads in progress. */
  active = 0
  /** The number of attempts to build the files of the day that failed since the last success. */
  failedBuilds = 0

  constructor(registry: Registry) {
    const registers = [registry]
    const [active, failedBuilds] = [() => this.active, () => this.failedBuilds]
    new Gauge({
      name: 'greymark_downloads_active',
      help: 'Downloads that are being sent',
      registers,
      collect() {
        this.set(active())
      },
    })
    new Gauge({
      name: 'greymark_daily_files_failures',
      help: 'Attempts to build the data set and tables of the day that failed since the last success',
      aggregator: 'max',
      registers,
      collect() {
        this.set(failedBuilds())
      },
    })
  }
}
