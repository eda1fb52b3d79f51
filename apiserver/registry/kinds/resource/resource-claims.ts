// Claims of devices: their requests, and their allocation.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer } from '../printers/fields.ts';
import { countDevices, specChange } from './device/claim-requests.ts';
import { type ClaimStatus, claimStatusErrors, keepAllocatedDevices } from './device/claim-status.ts';
import { claimErrors, type ClaimSpec, requestNamesOf, selectorsOf } from './device/device-claims.ts';
import { LateDeviceExpressions } from './device/late-device-expressions.ts';

type Claim = ApiObject & { spec?: ClaimSpec; status?: ClaimStatus };

function resourceClaimStrategy(vendor: Vendor): Strategy {
  const late = new LateDeviceExpressions(vendor);
  return {
    validatesTwice: true,
    load: (object) => late.load(selectorsOf((object as Claim).spec)),
    deleteReturnsObject: true,
    statusKeeps: ownMetadata,
    applyDefaults: (object) => countDevices((object as Claim).spec),
    validateCreate: (object) => claimErrors((object as Claim).spec, 'spec', false, late.check(false)),
    validateUpdate: (object, old) => [
      ...specChange(object, old),
      ...claimErrors((object as Claim).spec, 'spec', true, late.check(true)),
    ],
    prepareStatusUpdate: (object, old) => keepAllocatedDevices((object as Claim).status, (old as Claim).status),
    validateStatusUpdate(object, old) {
      const { spec, status, metadata } = object as Claim;
      const names = requestNamesOf(spec);
      const ending = metadata.deletionTimestamp !== undefined;
      return claimStatusErrors(status ?? {}, (old as Claim).status ?? {}, { names, ending });
    },
  };
}

const state = made(column('State', 'string', 'How far it has come.'), (object) => {
  const { metadata, status } = object as Claim;
  const deleted = metadata.deletionTimestamp !== undefined;
  const allocated = status?.allocation !== undefined;
  const states = [
    deleted ? 'deleted' : undefined,
    allocated ? 'allocated' : deleted ? undefined : 'pending',
    allocated && (status.reservedFor?.length ?? 0) > 0 ? 'reserved' : undefined,
  ];
  return states.filter((word) => word !== undefined).join(',');
});

export default {
  group: 'resource.{api}',
  kind: 'ResourceClaim',
  name: 'resourceclaims',
  namespaced: true,
  versions: [{ version: 'v1' }],
  subresources: ['status'],
  strategy: resourceClaimStrategy,
  printer: printer(name, state, age),
} satisfies KindRecord;
