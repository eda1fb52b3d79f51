// RuntimeClass: a pod of a runtime class carries the class's overhead and can only land where the class runs.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Toleration } from '../../../shared/object/toleration.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { isPodWrite, podSpecOf, type PodSpec, type Quantities } from '../rule/pod-form.ts';
import { refusal } from '../rule/refusal.ts';

interface RuntimeClass extends ApiObject {
  readonly overhead?: { readonly podFixed?: Quantities };
  readonly scheduling?: { readonly nodeSelector?: Record<string, string>; readonly tolerations?: Toleration[] };
}

export function runtimeClassPlugin(runtimeClasses: Lister): AdmissionPlugin {
  const find = (attributes: AdmissionAttributes, name: string): RuntimeClass => {
    const found = runtimeClasses.get('', name);
    if (found === undefined) throw refusal(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
    return found;
  };
  return {
    name: 'RuntimeClass',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && isPodWrite(group, resource, subresource),
    async mutate(attributes) {
      const spec = podSpecOf(attributes.object);
      if (spec === undefined || (spec.runtimeClassName ?? '') === '') return;
      const chosen = find(attributes, spec.runtimeClassName ?? '');
      setOverhead(attributes, spec, chosen);
      setScheduling(attributes, spec, chosen);
    },
    async validate(attributes) {
      const spec = podSpecOf(attributes.object);
      if (spec?.overhead === undefined) return;
      const name = spec.runtimeClassName ?? '';
      if (name === '' || find(attributes, name).overhead?.podFixed === undefined) {
        throw refusal(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
      }
    },
  };
}

function setOverhead(attributes: AdmissionAttributes, spec: PodSpec, { overhead }: RuntimeClass): void {
  const fixed = overhead?.podFixed;
  if (fixed === undefined) return;
  if (spec.overhead !== undefined && !isDeepStrictEqual({ ...spec.overhead }, { ...fixed })) {
    throw refusal(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  }
  spec.overhead = { ...fixed };
}

function setScheduling(attributes: AdmissionAttributes, spec: PodSpec, { scheduling }: RuntimeClass): void {
  const merged = new Map(Object.entries(spec.nodeSelector ?? {}));
  for (const [label, value] of Object.entries(scheduling?.nodeSelector ?? {})) {
    const own = merged.get(label);
    if (own !== undefined && own !== value) {
      throw refusal(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${label}] = ${value}; pod.spec.nodeSelector[${label}] = ${own}`,
      );
    }
    merged.set(label, value);
  }
  if (merged.size > 0) spec.nodeSelector = Object.fromEntries(merged);
  const present = spec.tolerations ?? [];
  const added = (scheduling?.tolerations ?? []).filter(
    (one) => !present.some((other) => isDeepStrictEqual(one, other)),
  );
  if (added.length > 0) spec.tolerations = [...present, ...added.map((toleration) => ({ ...toleration }))];
}
