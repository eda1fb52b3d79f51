// Capacities that storage drivers report: how much of a class there is, and for which nodes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, invalidValue } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../shared/object/quantity.ts';
import { labelSelectorErrors, selectorTolerance } from '../rule/label-selector-validation.ts';
import { nodeLabelWarnings } from '../rule/node-label-warnings.ts';

interface Capacity extends ApiObject {
  readonly nodeTopology?: LabelSelectorObject;
  readonly storageClassName?: string;
  readonly capacity?: string;
}

function csiStorageCapacityStrategy(vendor: Vendor): Strategy {
  const labels = nodeLabelWarnings(vendor);
  return {
    ...capacityRules,
    warnings: ({ nodeTopology }: Capacity) => [
      ...labels.ofTerm({ matchExpressions: nodeTopology?.matchExpressions ?? [] }, 'nodeTopology'),
      ...Object.keys(nodeTopology?.matchLabels ?? {}).flatMap((label) =>
        labels.of(label, `nodeTopology.matchLabels.${label}: `),
      ),
    ],
  };
}

const capacityRules: Strategy = {
  unconditionalUpdate: false,
  tolerances: [selectorTolerance('nodeTopology')],
  validateCreate: (object) => capacityErrors(object),
  validateUpdate(object, old) {
    const changed = (['nodeTopology', 'storageClassName'] as const)
      .filter((field) => !isDeepStrictEqual((object as Capacity)[field], (old as Capacity)[field]))
      .map((field) => immutable(field, (object as Capacity)[field]));
    return [...capacityErrors(object), ...changed];
  },
};

function capacityErrors({
  nodeTopology,
  storageClassName: name = '',
  capacity = '0',
}: Capacity): readonly FieldError[] {
  const errors = [...labelSelectorErrors(nodeTopology, 'nodeTopology')];
  for (const fault of checkDns1123Subdomain(name)) errors.push(invalidValue('storageClassName', name, fault));
  if ((parseQuantity(capacity)?.nano ?? 0n) < 0n)
    errors.push(invalidValue('capacity', capacity, 'must be greater than or equal to 0'));
  return errors;
}

export default {
  group: 'storage.{api}',
  kind: 'CSIStorageCapacity',
  name: 'csistoragecapacities',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: csiStorageCapacityStrategy,
} satisfies KindRecord;
