// NamespaceLifecycle: no object is created in a missing or terminating namespace, and the system namespaces
// are not deleted.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { forbidden } from '../../../shared/object/errors.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { requireLivingNamespace } from '../rule/living-namespace.ts';

export interface NamespaceLifecycleOptions {
  readonly vendor: Vendor;
  readonly namespaces: Lister;
  /**
   * Resolves once the lister shows everything acknowledged before the call, by any server. Asked only when a namespace
   * seems to be missing. Absent: the lister is taken at its word.
   */
  readonly consistent?: (signal: AbortSignal) => Promise<void>;
}

export function namespaceLifecycle({ vendor, namespaces, consistent }: NamespaceLifecycleOptions): AdmissionPlugin {
  const immortal = new Set(['default', vendor.fill('{short}-system'), vendor.fill('{short}-public')]);
  const reviews = vendor.fill('authorization.{api}');
  const accept = (attributes: AdmissionAttributes, found: ApiObject | undefined): void => {
    requireLivingNamespace(attributes, found);
    if (attributes.operation === 'CREATE') attributes.namespaceVersion = found.metadata.resourceVersion;
  };
  return {
    name: 'NamespaceLifecycle',
    handles: (operation, group) => operation !== 'CONNECT' && group !== reviews,
    mutate(attributes, request) {
      const { operation, group, resource, namespace, name } = attributes;
      if (group === '' && resource === 'namespaces') {
        if (operation === 'DELETE' && immortal.has(name)) {
          throw forbidden({ group, resource }, name, 'this namespace may not be deleted');
        }
        return undefined;
      }
      // Deletes are allowed in a terminating namespace, or it could never be emptied.
      if (namespace === '' || operation === 'DELETE') return undefined;
      const found = namespaces.get('', namespace);
      if (found === undefined && consistent !== undefined) {
        return consistent(request.signal).then(() => accept(attributes, namespaces.get('', namespace)));
      }
      accept(attributes, found);
      return undefined;
    },
  };
}
