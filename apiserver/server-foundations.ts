// What a server stands on: what is opened before its parts are made, and closed after them.

import type { Clock } from '../shared/process/clock.ts';
import type { FeatureGates } from '../shared/process/feature-gates.ts';
import type { Log } from '../shared/process/log.ts';
import type { Loop } from '../shared/process/loop.ts';
import type { Metrics } from '../shared/process/metrics.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import type { Credentials } from './config/credentials.ts';
import type { OriginRule } from './http/stages/cross-origin.ts';
import type { OpenAudit } from './open-audit.ts';
import type { ApiServerOptions } from './options.ts';
import type { Store } from './storage/store.ts';

export interface Foundations {
  readonly options: ApiServerOptions;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly gates: FeatureGates;
  readonly store: Store;
  /** What keeps the store going. */
  readonly storeLoops: readonly Loop[];
  /** Follows requests for the audit log; undefined: none is kept. */
  readonly audit: OpenAudit | undefined;
  readonly credentials: Credentials;
  /** Undefined: pages of no other origin may use the service. */
  readonly allowedOrigin: OriginRule | undefined;
}
