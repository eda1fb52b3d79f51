// Nodes: what they can hold is what they have until the agent says less; the provider's id and the pod ranges are set
// once.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { duplicateValue, forbiddenField, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../shared/object/names.ts';

interface Taint {
  key?: string;
  value?: string;
  effect?: string;
}

interface Node extends ApiObject {
  spec?: { taints?: Taint[]; providerID?: string; podCIDR?: string; podCIDRs?: string[] };
  status?: { capacity?: Record<string, string>; allocatable?: Record<string, string>; [field: string]: unknown };
}

export const nodeStrategy: Strategy = {
  takesStatusOnCreate: true,
  applyDefaults(object) {
    const { status } = object as Node;
    if (status?.capacity !== undefined && status.allocatable === undefined) status.allocatable = { ...status.capacity };
  },
  validateCreate: (object) => taintErrors((object as Node).spec?.taints),
  validateUpdate(object, old) {
    const spec = (object as Node).spec ?? {};
    const before = (old as Node).spec ?? {};
    const errors = [...taintErrors(spec.taints)];
    for (const field of ['providerID', 'podCIDR', 'podCIDRs'] as const) {
      const set = before[field] !== undefined && before[field] !== '';
      if (set && !isDeepStrictEqual(spec[field], before[field])) {
        const named = field === 'providerID' ? field : 'podCIDR';
        errors.push(forbiddenField(`spec.${field}`, `node updates may not change ${named} except from "" to valid`));
      }
    }
    return errors;
  },
};

function taintErrors(taints: readonly Taint[] | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  for (const [index, taint] of (taints ?? []).entries()) {
    const path = `metadata.taints[${index}]`; // So it is told.
    const key = taint.key ?? '';
    if (key === '') errors.push(required(`${path}.key`));
    else errors.push(...checkQualifiedName(key).map((fault) => invalidValue(`${path}.key`, key, fault)));
    if ((taint.effect ?? '') === '') errors.push(required(`${path}.effect`));
    const identity = `${key}:${taint.effect}`;
    if (known.has(identity)) errors.push(duplicateValue(path, taint));
    known.add(identity);
  }
  return errors;
}
