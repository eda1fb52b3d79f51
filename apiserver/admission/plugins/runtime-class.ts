// RuntimeClass: a pod of a runtime class carries the class's overhead and can only land where the class runs.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { unclassified } from '../../../shared/object/errors.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Toleration } from '../../../shared/object/toleration.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { equalAmounts, readAmounts } from '../quota/amounts.ts';
import { isPodWrite, podSpecOf, type PodSpec, type Quantities } from '../rule/pod-form.ts';
import { refusal } from '../rule/refusal.ts';

interface RuntimeClass extends ApiObject {
  readonly overhead?: { readonly podFixed?: Quantities };
  readonly scheduling?: { readonly nodeSelector?: Record<string, string>; readonly tolerations?: Toleration[] };
}

export function runtimeClassPlugin(runtimeClasses: Lister): AdmissionPlugin {
  const find = (attributes: AdmissionAttributes, name: string): RuntimeClass => {
    // An empty name is none of a class, and no reason to refuse the pod either: the look-up itself fails.
    if (name === '') throw unclassified('resource name may not be empty');
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
      if (spec?.runtimeClassName === undefined) return;
      const chosen = find(attributes, spec.runtimeClassName);
      setOverhead(attributes, spec, chosen);
      setScheduling(attributes, spec, chosen);
    },
    async validate(attributes) {
      const spec = podSpecOf(attributes.object);
      const name = spec?.runtimeClassName;
      const overhead = name === undefined ? undefined : find(attributes, name).overhead;
      if (overhead !== undefined) requireOverhead(attributes, overhead.podFixed, spec?.overhead);
      else if (spec?.overhead !== undefined) {
        throw refusal(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
      }
    },
  };
}

function setOverhead(attributes: AdmissionAttributes, spec: PodSpec, { overhead }: RuntimeClass): void {
  if (overhead === undefined) return;
  if (Object.keys(spec.overhead ?? {}).length > 0) requireOverhead(attributes, overhead.podFixed, spec.overhead);
  if (overhead.podFixed === undefined) delete spec.overhead;
  else spec.overhead = { ...overhead.podFixed };
}

function requireOverhead(
  attributes: AdmissionAttributes,
  fixed: Quantities | undefined,
  given: Quantities | undefined,
): void {
  if (!equalAmounts(readAmounts(fixed), readAmounts(given)))
    throw refusal(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

function setScheduling(attributes: AdmissionAttributes, spec: PodSpec, { scheduling }: RuntimeClass): void {
  if (scheduling === undefined) return;
  const merged = new Map(Object.entries(spec.nodeSelector ?? {}));
  for (const [label, value] of Object.entries(scheduling.nodeSelector ?? {})) {
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
  const tolerations = withoutCovered([...(spec.tolerations ?? []), ...(scheduling.tolerations ?? [])]);
  if (tolerations.length > 0) spec.tolerations = tolerations.map((toleration) => ({ ...toleration }));
}

/** Without those that another one of them covers; of equal ones the first stays. */
function withoutCovered(tolerations: readonly Toleration[]): readonly Toleration[] {
  const kept: Toleration[] = [];
  for (const [index, toleration] of tolerations.entries()) {
    const later = tolerations.slice(index + 1).filter((other) => !isDeepStrictEqual(other, toleration));
    if (![...kept, ...later].some((other) => covers(other, toleration))) kept.push(toleration);
  }
  return kept;
}

/** Whether `wide` tolerates all that `narrow` does, for as long. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (isDeepStrictEqual(wide, narrow)) return true;
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = wide;
  const anyKey = key === '' && operator === 'Exists';
  if (!anyKey && key !== (narrow.key ?? '')) return false;
  if (effect !== '' && effect !== (narrow.effect ?? '')) return false;
  if (effect === 'NoExecute' && tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > tolerationSeconds) return false;
  }
  return operator === 'Exists' || (narrow.operator === 'Equal' && value === (narrow.value ?? ''));
}
