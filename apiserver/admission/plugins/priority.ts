// Priority: the priority class of a pod becomes a number, which only this step may set; and there is one default class at
// most.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { isPodWrite, podSpecOf } from '../rule/pod-form.ts';
import { refusal } from '../rule/refusal.ts';

interface PriorityClass extends ApiObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

const preempt = 'PreemptLowerPriority';

export function priorityPlugin(vendor: Vendor, priorityClasses: Lister): AdmissionPlugin {
  const classGroup = vendor.fill('scheduling.{api}');
  return {
    name: 'Priority',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      (isPodWrite(group, resource, subresource) || (group === classGroup && resource === 'priorityclasses')),
    async mutate(attributes) {
      if (attributes.resource !== 'pods') return;
      if (attributes.operation === 'CREATE') setPriority(attributes, priorityClasses);
      else keepPriority(attributes);
    },
    async validate(attributes) {
      if (attributes.resource !== 'priorityclasses') return;
      const written: PriorityClass | undefined = attributes.object;
      if (written?.globalDefault !== true) return;
      const other = defaultClass(priorityClasses);
      if (other !== undefined && other.metadata.name !== attributes.object?.metadata.name) {
        const name = other.metadata.name ?? '';
        throw refusal(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
      }
    },
  };
}

/** An update that leaves the priority out means the one the pod has. */
function keepPriority({ object, oldObject }: AdmissionAttributes): void {
  const spec = podSpecOf(object);
  const old = podSpecOf(oldObject);
  if (spec === undefined || old === undefined) return;
  if (spec.priority === undefined && old.priority !== undefined) spec.priority = old.priority;
  if (spec.preemptionPolicy === undefined && old.preemptionPolicy !== undefined) {
    spec.preemptionPolicy = old.preemptionPolicy;
  }
}

function setPriority(attributes: AdmissionAttributes, classes: Lister): void {
  const spec = podSpecOf(attributes.object);
  if (spec === undefined) return;
  const asked = spec.priorityClassName ?? '';
  const chosen: PriorityClass | undefined = asked === '' ? defaultClass(classes) : classes.get('', asked);
  if (chosen === undefined && asked !== '') {
    throw refusal(attributes, `no PriorityClass with name ${asked} was found`);
  }
  const value = chosen?.value ?? 0;
  const policy = chosen?.preemptionPolicy ?? preempt;
  if (spec.priority !== undefined && spec.priority !== value) {
    throw refusal(
      attributes,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
    );
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    throw refusal(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  }
  if (chosen?.metadata.name !== undefined) spec.priorityClassName = chosen.metadata.name;
  spec.priority = value;
  spec.preemptionPolicy = policy;
}

/** The default class; of several (made before there was a rule) that with the lowest value. */
function defaultClass(classes: Lister): PriorityClass | undefined {
  const defaults = (classes.list() as readonly PriorityClass[]).filter((candidate) => candidate.globalDefault === true);
  return defaults.reduce<PriorityClass | undefined>(
    (best, candidate) => (best === undefined || (candidate.value ?? 0) < (best.value ?? 0) ? candidate : best),
    undefined,
  );
}
