// What calls of webhooks need, beside the webhook and the write.

import type { Lister } from '../../../shared/object/lister.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import type { OutboundCaller } from '../../outbound/contract/outbound.ts';
import type { AdmissionVersions } from '../contract/versions.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

export interface WebhookTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: OutboundCaller;
  readonly namespaces: Lister;
  readonly versions: AdmissionVersions;
  readonly authorizer: Authorizer;
  readonly metrics: WebhookMetrics;
}
