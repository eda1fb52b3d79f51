// Pods: the first status, the class of service, the period of grace of a deletion, and the few fields of a running pod that may
// change.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../../contract/resource.ts';
import { hostNameWarnings } from '../../rule/host-names.ts';
import type { PodRules } from './pod-spec-validation.ts';
import type { PodSpec } from './spec/pod-spec.ts';
import { profileAnnotationErrors, profileChangeErrors, takeAnnotatedProfiles } from './annotation/app-armor.ts';
import { mirrorChangeErrors, podAnnotationErrors } from './annotation/pod-annotations.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, invalidValue } from '../../../../../shared/object/field-error-message.ts';
import { tolerationKey } from '../../../../../shared/object/toleration.ts';
import { gatedChangeErrors, withoutGatedChanges } from './gated-changes.ts';
import { alignPodAddresses } from './status/pod-addresses.ts';
import { type PodStatus, podStatusErrors } from './status/status-validation.ts';
import { defaultPod } from './pod-defaults.ts';
import { qosClassOf } from './pod-resources.ts';
import { firstConditions, selectByOwnLabels } from './pod-scheduling.ts';
import { defaultPodSpec } from './spec/pod-spec.ts';
import { podTolerances } from './spec/pod-tolerances.ts';
import { templateWarnings } from './warning/pod-warnings.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

export interface Pod extends ApiObject {
  spec?: PodSpec;
  status?: PodStatus;
}

const defaultGraceSeconds = 30;

function annotationChangeErrors(object: Pod, old: Pod, vendor: Vendor): readonly FieldError[] {
  const [now, before] = [object.metadata.annotations, old.metadata.annotations];
  return [
    ...podAnnotationErrors(object, old, 'metadata.annotations', vendor),
    ...mirrorChangeErrors(now, before, vendor),
    ...profileChangeErrors(now, before, vendor),
  ];
}

export function podStrategy(vendor: Vendor, rules: PodRules): Strategy {
  const ofPod = templateWarnings(vendor);
  return {
    deleteReturnsObject: true,
    statusKeeps: ['ownerReferences'],
    tolerances: podTolerances,
    // Of creates only: pods are updated by programs, and often.
    createWarnings: (object) => [...hostNameWarnings(object, "the Pod's hostname"), ...ofPod(object, '')],
    applyDefaults(object) {
      const { spec, status } = object as Pod;
      if (status !== undefined) alignPodAddresses(status);
      if (spec === undefined) return;
      defaultPodSpec(spec);
      defaultPod(spec);
    },
    prepareCreate(object, _user, warn) {
      const pod = object as Pod;
      const spec = pod.spec ?? {};
      for (const warning of takeAnnotatedProfiles(spec, pod.metadata.annotations, vendor)) warn(warning);
      selectByOwnLabels(spec, pod.metadata.labels ?? {});
      const conditions = firstConditions(spec, pod.metadata.creationTimestamp);
      pod.status = {
        phase: 'Pending',
        ...(conditions.length === 0 ? {} : { conditions }),
        qosClass: qosClassOf(spec),
      };
    },
    validateCreate(object) {
      const { spec, metadata } = object as Pod;
      const errors = [
        ...podAnnotationErrors(object, undefined, 'metadata.annotations', vendor),
        ...profileAnnotationErrors(spec ?? {}, metadata.annotations, vendor),
        ...rules.pod(spec, 'spec'),
      ];
      if ((spec?.ephemeralContainers?.length ?? 0) === 0) return errors;
      return [...errors, forbiddenField('spec.ephemeralContainers', 'cannot be set on create')];
    },
    validateUpdate: (object, old) => [
      ...annotationChangeErrors(object, old, vendor),
      ...validatePodUpdate(object, old, rules),
    ],
    prepareStatusUpdate(object, old) {
      const pod = object as Pod;
      const qosClass = (old as Pod).status?.qosClass;
      if (pod.status !== undefined && qosClass !== undefined) pod.status.qosClass ??= qosClass;
    },
    validateStatusUpdate(object, old) {
      const { status: before = {}, spec = {} } = old as Pod;
      return [
        ...annotationChangeErrors(object, old, vendor),
        ...podStatusErrors((object as Pod).status ?? {}, before, spec),
      ];
    },
    gracePeriod(object, asked) {
      const pod = object as Pod;
      const phase = pod.status?.phase;
      if ((pod.spec?.nodeName ?? '') === '' || phase === 'Failed' || phase === 'Succeeded') return 0;
      return asked ?? pod.spec?.terminationGracePeriodSeconds ?? defaultGraceSeconds;
    },
  };
}

const mutableFields =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function validatePodUpdate(pod: Pod, old: Pod, rules: PodRules): readonly FieldError[] {
  const errors = [...rules.pod(pod.spec, 'spec')];
  const spec = pod.spec ?? {};
  const before = old.spec ?? {};
  for (const field of ['containers', 'initContainers'] as const) {
    if ((spec[field]?.length ?? 0) === (before[field]?.length ?? 0)) continue;
    return [...errors, forbiddenField(`spec.${field}`, 'pod updates may not add or remove containers')];
  }
  const deadlines = deadlineErrors(spec.activeDeadlineSeconds, before.activeDeadlineSeconds);
  addAll(errors, deadlines);
  if (deadlines.length > 0 && spec.activeDeadlineSeconds !== undefined) return errors;
  const tolerated = new Set((spec.tolerations ?? []).map(tolerationKey));
  if (!(before.tolerations ?? []).every((kept) => tolerated.has(tolerationKey(kept))))
    errors.push(
      forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'),
    );
  const gates = new Set((before.schedulingGates ?? []).map((gate) => gate.name));
  // A name that is given more than once is refused where it stands last.
  const places = new Map((spec.schedulingGates ?? []).map(({ name }, index) => [name, index] as const));
  for (const [name, index] of places) {
    if (gates.has(name)) continue;
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbiddenField(`spec.schedulingGates[${index}].name`, detail));
  }
  addAll(errors, gatedChangeErrors(spec, before));
  if (!isDeepStrictEqual(fixedPart(spec, before), before)) {
    errors.push(forbiddenField('spec', `pod updates may not change fields other than ${mutableFields}`));
  }
  return errors;
}

const longestDeadline = 2 ** 31 - 1;

/** A deadline may come nearer, or come into being. */
function deadlineErrors(now: number | undefined, before: number | undefined): readonly FieldError[] {
  const path = 'spec.activeDeadlineSeconds';
  if (now !== undefined && (now < 0 || now > longestDeadline))
    return [invalidValue(path, now, `must be between 0 and ${longestDeadline}, inclusive`)];
  if (before === undefined) return [];
  if (now === undefined) return [invalidValue(path, null, 'must not update from a positive integer to nil value')];
  return now > before ? [invalidValue(path, now, 'must be less than or equal to previous value')] : [];
}

/** The new specification with every field that may change put back to what it was. */
function fixedPart(spec: PodSpec, before: PodSpec): PodSpec {
  const result: PodSpec = { ...withoutGatedChanges(spec, before) };
  for (const field of ['activeDeadlineSeconds', 'tolerations', 'schedulingGates'] as const)
    restore(result, before, field);
  const negative = (before.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  if (negative) restore(result, before, 'terminationGracePeriodSeconds');
  for (const field of ['containers', 'initContainers'] as const) {
    const [now, containers] = [spec[field] ?? undefined, before[field] ?? undefined];
    if (now === undefined || containers === undefined) continue;
    result[field] = now.map((container, index) => {
      const image = containers[index]?.image;
      return image === undefined ? container : { ...container, image };
    });
  }
  // The order of keys does not count for equality, absent and undefined do.
  return result;
}

function restore(target: PodSpec, source: PodSpec, field: string): void {
  if (source[field] === undefined) delete target[field];
  else target[field] = source[field];
}
