import type { Instant } from '../../src/market/calendar.ts'
import type { HostFault } from '../support/upstreams.ts'
import { evening, morning } from './days.ts'

/** The hosts that fail in each round. A renamed column is not a fault of the host: see `RENAMED_ON`. */
export const HOST_FAULTS: Readonly<Record<Instant, Readonly<Record<string, HostFault>>>> = {
  [morning(6)]: { 'ipowatch.in': 'error500' },
  [evening(6)]: { 'ipowatch.in': 'error500' },
  [morning(7)]: { 'www.nseindia.com': 'html200' },
  [evening(7)]: { 'www.nseindia.com': 'html200' },
  [morning(10)]: { 'api.bseindia.com': 'truncated' },
  [evening(10)]: { 'api.bseindia.com': 'truncated' },
  [morning(11)]: { 'webnodejs.investorgain.com': 'reset' },
  [evening(11)]: { 'webnodejs.investorgain.com': 'reset', 'www.ipopremium.in': 'html200' },
  [evening(13)]: { 'ipowatch.in': 'empty' },
  [evening(17)]: { 'nsearchives.nseindia.com': 'slow' },
  [evening(18)]: { 'nsearchives.nseindia.com': 'truncated' },
}

/** The sources of the slow host. The test waits less long for them than an operator. */
export const OF_SLOW_HOST = ['nse-bhavcopy', 'nse-deals']

/** The days on which a column has another heading. */
export const RENAMED_ON = { ipoji: 12, banyan: 14 }

/** Every round that is not simply done: time, source, outcome, fault, and the expected message. */
export const FAILED_ROUNDS: readonly (readonly [Instant, string, string, string, RegExp])[] = [
  [morning(6), 'ipowatch', 'failed', 'unreachable', /ipowatch\.in.*HTTP 500, tried 3 times/],
  [evening(6), 'ipowatch', 'failed', 'unreachable', /HTTP 500/],
  [morning(7), 'nse-issues', 'failed', 'refused', /a page titled "Request unsuccessful"/],
  [morning(7), 'nse-holidays', 'failed', 'refused', /Left alone|left alone/],
  [evening(7), 'nse-issues', 'failed', 'refused', /a page titled/],
  [evening(7), 'nse-holidays', 'failed', 'refused', /Left alone|left alone/],
  [morning(10), 'bse-issues', 'failed', 'changed', /board\/live: the answer is not complete JSON/],
  [morning(10), 'bse-bhavcopy', 'failed', 'changed', /listed\/mainboard: the answer is not complete JSON/],
  [morning(10), 'bse-deals', 'failed', 'changed', /bulk: the answer is not complete JSON/],
  [evening(10), 'bse-issues', 'failed', 'changed', /not complete JSON/],
  // The file of the day is on another host and could be downloaded.
  [evening(10), 'bse-bhavcopy', 'partial', 'changed', /not complete JSON/],
  [evening(10), 'bse-deals', 'failed', 'changed', /not complete JSON/],
  [morning(11), 'investorgain', 'failed', 'unreachable', /webnodejs\.investorgain\.com.*connection/],
  [evening(11), 'investorgain', 'failed', 'unreachable', /connection/],
  [evening(11), 'ipopremium', 'failed', 'refused', /a page titled "Request unsuccessful"/],
  [morning(12), 'ipoji', 'failed', 'changed', /the table has no GMP/],
  [evening(12), 'ipoji', 'failed', 'changed', /the table has no GMP/],
  [evening(13), 'ipowatch', 'failed', 'changed', /an empty answer/],
  [morning(14), 'banyan', 'failed', 'changed', /the table has no column GMP \(Rs\) or GMP/],
  [evening(14), 'banyan', 'failed', 'changed', /the table has no column GMP/],
  [
    evening(17),
    'nse-bhavcopy',
    'failed',
    'refused',
    /nsearchives\.nseindia\.com.*NSE does not answer \(introduced as named/,
  ],
  [evening(17), 'nse-deals', 'failed', 'refused', /NSE does not answer|left alone/],
  [evening(18), 'nse-bhavcopy', 'failed', 'changed', /cut short/],
  [evening(18), 'nse-deals', 'failed', 'changed', /bulk: /],
]
