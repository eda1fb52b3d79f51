// Claims of devices and their templates: a request for a number of devices that does not say how many asks for one.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Strategy } from '../resource.ts';

interface DeviceRequest {
  exactly?: Counted;
  firstAvailable?: Counted[];
}

interface Counted {
  allocationMode?: string;
  count?: number;
}

interface ClaimSpec {
  devices?: { requests?: DeviceRequest[] };
}

export const resourceClaimStrategy: Strategy = {
  deleteReturnsObject: true,
  statusKeepsMetadata: true,
  applyDefaults: (object) => countDevices((object as ApiObject & { spec?: ClaimSpec }).spec),
};

export const resourceClaimTemplateStrategy: Strategy = {
  deleteReturnsObject: true,
  applyDefaults: (object) => countDevices((object as ApiObject & { spec?: { spec?: ClaimSpec } }).spec?.spec),
};

function countDevices(spec: ClaimSpec | undefined): void {
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    for (const part of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) {
      part.allocationMode ??= 'ExactCount';
      if (part.allocationMode === 'ExactCount' && (part.count ?? 0) === 0) part.count = 1;
    }
  }
}
