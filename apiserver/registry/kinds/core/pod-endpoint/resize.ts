// The sub-resource `resize` of pods: requests and limits of cpu and memory of the containers that there are. Everything else
// of the pod stays as it is, and its class of service with it. A policy of resizing that is changed is refused, not left out.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Strategy } from '../../../contract/resource.ts';
import type { Container, PodSpec } from '../pod/spec/pod-spec.ts';
import { mirrorAnnotation } from '../../../../../shared/object/mirror-annotation.ts';
import type { Pod } from '../pod/pod-strategy.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { UpdateStrategy } from '../../../contract/update-strategy.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, invalidValue } from '../../../../../shared/object/field-error-message.ts';
import { qosClassOf } from '../pod/pod-resources.ts';
import { ownMetadata } from '../../../object/metadata.ts';
import { keepMetadata, keepOnly } from '../../../object/preserve-fields.ts';

type Resources = NonNullable<Container['resources']>;

const lists = ['containers', 'initContainers'] as const;
const parts = ['requests', 'limits'] as const;
const resizable = new Set(['cpu', 'memory']);
const onlyThese = 'only cpu and memory resources are mutable';
const onlyTheseOfSidecars = 'only cpu and memory resources for sidecar containers are mutable';

/** Requests and limits of a running pod. */
export function resize(strategy: Strategy, vendor: Vendor): UpdateStrategy {
  let misplaced: readonly FieldError[] = [];
  return {
    subresource: 'resize',
    prepare(object, old) {
      const sent = (object as Pod).spec;
      misplaced = misplacedErrors(sent, (old as Pod).spec ?? {});
      keepOnly(object, old, ['metadata']);
      keepMetadata(object, old, ownMetadata);
      const spec = structuredClone((old as Pod).spec ?? {});
      // What names other containers is refused as it was sent.
      if (misplaced.length > 0) Object.assign(spec, containersOf(sent));
      else
        for (const list of lists) {
          const sentByName = new Map(sent?.[list]?.map((container) => [container.name, container] as const));
          for (const container of spec[list] ?? []) {
            const asked = sentByName.get(container.name);
            if (asked?.resources !== undefined) container.resources = asked.resources;
            if (asked !== undefined) takePolicy(container, asked);
          }
        }
      (object as Pod).spec = spec;
    },
    validate(object, old): readonly FieldError[] {
      const [spec, before] = [(object as Pod).spec ?? {}, (old as Pod).spec ?? {}];
      const never = unsupported(old, vendor);
      if (never !== undefined) return [forbiddenField('[]', `${never} cannot be resized`)];
      const { ephemeralContainers: _beside, ...own } = spec;
      const checked: Pod = { ...object, spec: own };
      const errors = [...(strategy.validateCreate?.(checked) ?? [])];
      if (qosClassOf(spec) !== qosClassOf(before)) {
        const detail = 'Pod QOS Class may not change as a result of resizing';
        errors.push(invalidValue('spec', (object as Pod).status?.qosClass, detail));
      }
      if (!runsWithResources(old))
        errors.push(forbiddenField('spec', 'Pod running on node without support for resize'));
      if (misplaced.length > 0) return [...errors, ...misplaced];
      for (const list of lists) errors.push(...resizeErrors(list, spec[list] ?? [], before[list] ?? []));
      return errors;
    },
  };
}

/** What a pod is called that has no resizing at all. */
function unsupported({ spec = {}, metadata }: Pod, vendor: Vendor): string | undefined {
  const { requests = {}, limits = {} } = spec.resources ?? {};
  if (Object.keys(requests).length + Object.keys(limits).length > 0) return 'pods with pod-level resources';
  if (metadata.annotations?.[mirrorAnnotation(vendor)] !== undefined) return 'static pods';
  return spec.os?.name === 'windows' ? 'windows pods' : undefined;
}

/** Agents that resize tell the resources of what runs. Of a pod that does not run, nothing is known yet. */
function runsWithResources({ status }: Pod): boolean {
  const running = status?.containerStatuses?.find(({ state }) => state?.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

function containersOf(sent: PodSpec | undefined): Pick<PodSpec, 'containers' | 'initContainers'> {
  const { containers = [], initContainers = [] } = sent ?? {};
  return { containers, initContainers };
}

function takePolicy(container: Container, { resizePolicy }: Container): void {
  if (resizePolicy === undefined) delete container.resizePolicy;
  else container.resizePolicy = resizePolicy;
}

/** A resizing names the containers that there are, in their order. */
function misplacedErrors(sent: PodSpec | undefined, before: PodSpec): readonly FieldError[] {
  return lists.flatMap((list) => {
    const [asked, known] = [sent?.[list] ?? [], before[list] ?? []];
    const path = `spec.${list}`;
    if (asked.length !== known.length) return [forbiddenField(path, `${list} may not be added or removed on resize`)];
    return asked.flatMap(({ name }, index) => {
      if (name === known[index]?.name) return [];
      return [forbiddenField(`${path}[${index}].name`, `${list} may not be renamed or reordered on resize`)];
    });
  });
}

/** Amounts may be given and changed, not taken away; init containers that do not go on are as they were made. */
function resizeErrors(
  list: (typeof lists)[number],
  now: readonly Container[],
  before: readonly Container[],
): readonly FieldError[] {
  return before.flatMap((container, index) => {
    const resources = now[index]?.resources ?? {};
    const old = container.resources ?? {};
    const [policy, policyBefore] = [now[index]?.resizePolicy ?? [], container.resizePolicy ?? []];
    const samePolicy = isDeepStrictEqual(policy, policyBefore);
    if (list === 'initContainers' && container.restartPolicy !== 'Always') {
      if (isDeepStrictEqual(resources, old) && samePolicy) return [];
      return [forbiddenField('spec', 'resources for non-sidecar init containers are immutable')];
    }
    const path = `spec.${list}[${index}].resources`;
    const errors = parts
      .filter((part) => Object.keys(old[part] ?? {}).some((name) => resources[part]?.[name] === undefined))
      .map((part) => forbiddenField(`${path}.${part}`, `resource ${part} cannot be removed`));
    // As in the reference server, a container with claims is never resized.
    if (!samePolicy || (old.claims ?? []).length > 0 || !isDeepStrictEqual(restOf(resources, old), restOf(old, old)))
      errors.push(forbiddenField('spec', list === 'containers' ? onlyThese : onlyTheseOfSidecars));
    return errors;
  });
}

/** What of the resources no resizing changes. Where there was no amount at all before, any may be given. */
function restOf(resources: Resources, before: Resources): object {
  const amounts = parts.map((part) =>
    Object.entries((before[part] && resources[part]) ?? {}).filter(([name]) => !resizable.has(name)),
  );
  return amounts.map((entries) => Object.fromEntries(entries));
}
