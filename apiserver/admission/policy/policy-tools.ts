// What policies need, beside themselves and the write.

import type { Lister } from '../../../shared/object/lister.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import type { ParamKinds } from '../contract/params.ts';
import type { AdmissionVersions } from '../contract/versions.ts';
import type { PolicyMetrics } from './policy-metrics.ts';

export interface PolicyTools {
  readonly vendor: Vendor;
  readonly log: Log;
  readonly namespaces: Lister;
  readonly versions: AdmissionVersions;
  readonly params: ParamKinds;
  readonly authorizer: Authorizer;
  readonly metrics: PolicyMetrics;
}
