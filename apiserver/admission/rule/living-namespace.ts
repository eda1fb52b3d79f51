// Whether a namespace accepts a write: it must exist, and a terminating one accepts no new objects.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { notFound } from '../../../shared/object/errors.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { refusal } from './refusal.ts';

/** `found`: the namespace of the write. Throws 404 without one, 403 for a creation in one that is being terminated. */
export function requireLivingNamespace(
  attributes: AdmissionAttributes,
  found: ApiObject | undefined,
): asserts found is ApiObject {
  const { operation, namespace } = attributes;
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  const phase = (found['status'] as { readonly phase?: string } | undefined)?.phase;
  if (operation !== 'CREATE' || (phase !== 'Terminating' && found.metadata.deletionTimestamp === undefined)) return;
  throw refusal(attributes, `unable to create new content in namespace ${namespace} because it is being terminated`, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
