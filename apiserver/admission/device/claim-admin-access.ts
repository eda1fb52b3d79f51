// Claims of devices that others use: only in a namespace whose label allows it. Asked for by a new claim or template, and granted
// by the allocation in a claim's status. Always in the chain, no switch turns it off.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { invalid } from '../../../shared/object/errors.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { forbiddenField } from '../../../shared/object/field-error-message.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';

interface Access {
  readonly adminAccess?: boolean;
}

interface ClaimSpec {
  readonly devices?: { readonly requests?: readonly { readonly exactly?: Access | null }[] | null };
}

interface Claim extends ApiObject {
  readonly spec?: ClaimSpec;
  readonly status?: { readonly allocation?: { readonly devices?: { readonly results?: readonly Access[] | null } } };
}

const claims = 'resourceclaims';
const templates = 'resourceclaimtemplates';

export interface ClaimAdminAccessOptions {
  readonly vendor: Vendor;
  readonly namespaces: Lister;
  /** Resolves once the lister shows everything acknowledged before. Absent: the lister is taken at its word. */
  readonly consistent?: (signal: AbortSignal) => Promise<void>;
}

export function claimAdminAccess({ vendor, namespaces, consistent }: ClaimAdminAccessOptions): AdmissionPlugin {
  const label = vendor.fill('resource.{label}/admin-access');
  const own = vendor.fill('resource.{api}');
  const allows = (namespace: string): boolean => namespaces.get('', namespace)?.metadata.labels?.[label] === 'true';
  const detail = `admin access to devices requires the \`${label}: true\` label on the containing namespace`;
  return {
    name: 'ClaimAdminAccess',
    handles: (operation, group, resource, subresource) =>
      group === own &&
      (operation === 'CREATE'
        ? subresource === '' && (resource === claims || resource === templates)
        : operation === 'UPDATE' && subresource === 'status' && resource === claims),
    async validate(attributes, { signal }) {
      const place = askedAt(attributes);
      const { namespace, object, name } = attributes;
      if (place === undefined || allows(namespace)) return;
      // The label may be newer than what this server has seen.
      if (consistent !== undefined) await consistent(signal);
      if (allows(namespace)) return;
      throw invalid({ group: own, kind: object?.kind ?? '' }, name, [forbiddenField(place, detail)]);
    },
  };
}

/** Where the write asks for this access that was not granted before; undefined: nowhere. */
function askedAt({ operation, resource, object, oldObject }: AdmissionAttributes): string | undefined {
  if (object === undefined) return undefined;
  if (operation === 'UPDATE') return grantedAt(oldObject) === undefined ? grantedAt(object) : undefined;
  const { spec } = object as Claim;
  const { devices } = (resource === templates ? (spec as { readonly spec?: ClaimSpec } | undefined)?.spec : spec) ?? {};
  const index = (devices?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`;
}

function grantedAt(object: Claim | undefined): string | undefined {
  const results = object?.status?.allocation?.devices?.results ?? [];
  const index = results.findIndex(({ adminAccess }) => adminAccess === true);
  return index < 0 ? undefined : `status.allocation.devices.results[${index}].adminAccess`;
}
