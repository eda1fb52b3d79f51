// Namespaces: the finalizer that the namespace controller takes away, the phase, and the label that names them.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { UpdateStrategy } from '../../contract/update-strategy.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { finalizerNameErrors } from '../../object/metadata-validation.ts';
import { keepOnly } from '../../object/preserve-fields.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { age, name, printer, text } from '../printers/fields.ts';

export interface Namespace extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string; [field: string]: unknown };
}

function namespaceStrategy(vendor: Vendor): Strategy {
  const finalizer = vendor.fill('{maker}');
  const nameLabel = vendor.fill('{label}/metadata.name');
  return {
    nameRule: 'label',
    freeStatus: true,
    applyDefaults(object) {
      const { name } = object.metadata;
      if (name !== undefined && name !== '') object.metadata.labels = { ...object.metadata.labels, [nameLabel]: name };
    },
    prepareCreate(object) {
      const namespace = object as Namespace;
      const finalizers = namespace.spec?.finalizers ?? [];
      namespace.spec = { finalizers: finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer] };
      namespace.status = { phase: 'Active' };
    },
    prepareUpdate(object, old) {
      // Its finalizers change through the sub-resource `finalize` only.
      const spec = (old as Namespace).spec;
      if (spec === undefined) delete (object as Namespace).spec;
      else (object as Namespace).spec = spec;
    },
    validateCreate: (object) =>
      finalizerNameErrors((object as Namespace).spec?.finalizers ?? [], 'spec.finalizers', vendor),
    validateUpdate: (object) =>
      finalizerNameErrors((object as Namespace).spec?.finalizers ?? [], 'spec.finalizers', vendor),
    validateStatusUpdate(object) {
      const phase = (object as Namespace).status?.phase ?? '';
      const going = object.metadata.deletionTimestamp !== undefined;
      if (phase === (going ? 'Terminating' : 'Active')) return [];
      const detail = going
        ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
        : "may only be 'Active' if `deletionTimestamp` is empty";
      return [invalidValue('status.Phase', phase, detail)];
    },
    prepareDelete(object) {
      const namespace = object as Namespace;
      namespace.status = { ...namespace.status, phase: 'Terminating' };
    },
    plainRemoval: true,
    heldBack: (object) => ((object as Namespace).spec?.finalizers?.length ?? 0) > 0,
  };
}

/** `spec.finalizers`. */
const finalize = (strategy: Strategy): UpdateStrategy => ({
  subresource: 'finalize',
  prepare(object, old) {
    const finalizers = (object as Namespace).spec?.finalizers ?? [];
    keepOnly(object, old, ['metadata']);
    (object as Namespace).spec = finalizers.length === 0 ? {} : { finalizers };
  },
  validate: (object) =>
    ((object as Namespace).spec?.finalizers ?? []).flatMap((name, index) => {
      const alone: Namespace = { ...object, spec: { finalizers: [name] } };
      return (strategy.validateCreate?.(alone) ?? []).map((fault) => ({
        ...fault,
        field: `spec.finalizers[${index}]`,
      }));
    }),
});

export default {
  group: '',
  kind: 'Namespace',
  name: 'namespaces',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  shortNames: ['ns'],
  subresources: [{ name: 'finalize', kind: 'Namespace', verbs: ['update'], update: finalize }, 'status'],
  strategy: namespaceStrategy,
  printer: printer(name, text('Status', 'status.phase'), age),
  selectableFields: atPath('status.phase'),
} satisfies KindRecord;
