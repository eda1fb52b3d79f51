// The context of a server: resources that are opened before its parts are created, and closed after them.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { FeatureGates } from '../../shared/process/command-line/feature-gates.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Credentials } from '../config/folder/credentials.ts';
import type { OriginRule } from '../http/stages/cross-origin.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { OpenAudit } from './open-audit.ts';
import type { OpenAuthentication } from './open-authentication.ts';
import type { OpenAuthorization } from './open-authorization.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import type { Store } from '../storage/contract/store.ts';

export interface ServerContext {
  readonly options: ApiServerOptions;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly gates: FeatureGates;
  readonly store: Store;
  /** What keeps the store going. */
  readonly storeLoops: readonly Loop[];
  /** What the store needs beside its engine. */
  readonly storeChecks: readonly HealthCheck[];
  /** Follows requests for the audit log; undefined: none is kept. */
  readonly audit: OpenAudit | undefined;
  /** Who people are, beside what the server knows itself. */
  readonly authentication: OpenAuthentication;
  /** Which modules decide about requests. */
  readonly authorization: OpenAuthorization;
  readonly credentials: Credentials;
  /** Undefined: pages of no other origin may use the service. */
  readonly allowedOrigin: OriginRule | undefined;
}
