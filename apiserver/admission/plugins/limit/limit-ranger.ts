// LimitRanger: fills in the default requests and limits of a namespace's limit ranges and refuses pods and claims outside them
// (requirements ADM).

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Lister } from '../../../../shared/object/lister.ts';
import { canonicalQuantity } from '../../../../shared/object/quantity.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../contract/admission.ts';
import { type Container, isPodWrite, podSpecOf, type PodSpec, type Quantities } from '../../rule/pod-form.ts';
import { refusal } from '../../rule/refusal.ts';
import { claimViolations, containerViolations, type LimitItem, podViolations } from './limit-checks.ts';

export function limitRanger(vendor: Vendor, limitRanges: Lister): AdmissionPlugin {
  const note = vendor.fill('{label}/limit-ranger');
  const itemsOf = ({ namespace, oldObject }: AdmissionAttributes): readonly (readonly LimitItem[])[] =>
    // What is being deleted may stay as it is.
    oldObject?.metadata.deletionTimestamp !== undefined
      ? []
      : limitRanges
          .list(namespace)
          .map((object) => (object['spec'] as { limits?: LimitItem[] } | undefined)?.limits ?? []);
  return {
    name: 'LimitRanger',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' && isPodWrite(group, resource, subresource)) ||
      (operation === 'UPDATE' && group === '' && resource === 'pods' && subresource === 'resize') ||
      ((operation === 'CREATE' || operation === 'UPDATE') &&
        group === '' &&
        resource === 'persistentvolumeclaims' &&
        subresource === ''),
    async mutate(attributes) {
      const { resource, object } = attributes;
      const spec = podSpecOf(object);
      if (resource !== 'pods' || object === undefined || spec === undefined) return;
      for (const items of itemsOf(attributes)) {
        setDefaults(object, spec, containerDefaults(items.filter((item) => item.type === 'Container')), note);
      }
    },
    async validate(attributes) {
      for (const items of itemsOf(attributes)) {
        const violations = new Set(
          attributes.resource === 'pods'
            ? items.flatMap((item) => violationsOfPod(item, podSpecOf(attributes.object)))
            : items.flatMap((item) => claimViolations(item, claimRequests(attributes.object))),
        );
        const text = [...violations].join(', ');
        if (violations.size > 0) throw refusal(attributes, violations.size === 1 ? text : `[${text}]`);
      }
    },
  };
}

function violationsOfPod(item: LimitItem, spec: PodSpec | undefined): readonly string[] {
  if (spec === undefined) return [];
  if (item.type === 'Pod') return podViolations(item, spec);
  if (item.type !== 'Container') return [];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap((container) =>
    containerViolations(item, container),
  );
}

function claimRequests(object: ApiObject | undefined): Quantities {
  const spec = object?.['spec'] as { resources?: { requests?: Quantities } } | undefined;
  return spec?.resources?.requests ?? {};
}

interface Defaults {
  readonly limits: ReadonlyMap<string, string>;
  readonly requests: ReadonlyMap<string, string>;
}

/** What the bounds of an item say of its defaults has been filled in when the range was stored. */
function containerDefaults(items: readonly LimitItem[]): Defaults {
  const limits = new Map<string, string>();
  const requests = new Map<string, string>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item.default ?? {})) limits.set(name, canonicalQuantity(value) ?? value);
    for (const [name, value] of Object.entries(item.defaultRequest ?? {}))
      requests.set(name, canonicalQuantity(value) ?? value);
  }
  return { limits, requests };
}

function setDefaults(pod: ApiObject, spec: PodSpec, defaults: Defaults, note: string): void {
  const notes = [
    ...(spec.containers ?? []).flatMap((container) => fillContainer(container, defaults, 'container')),
    ...(spec.initContainers ?? []).flatMap((container) => fillContainer(container, defaults, 'init container')),
  ];
  if (notes.length === 0) return;
  pod.metadata.annotations = { ...pod.metadata.annotations, [note]: `LimitRanger plugin set: ${notes.join('; ')}` };
}

/** What was filled in, in words. */
function fillContainer(container: Container, defaults: Defaults, what: string): readonly string[] {
  const given = container.resources ?? {};
  const requests = new Map(Object.entries(given.requests ?? {}));
  const limits = new Map(Object.entries(given.limits ?? {}));
  const addedRequests = addMissing(requests, defaults.requests);
  const addedLimits = addMissing(limits, defaults.limits);
  if (requests.size > 0) given.requests = Object.fromEntries(requests);
  if (limits.size > 0) given.limits = Object.fromEntries(limits);
  if (requests.size + limits.size > 0) container.resources = given;
  const words = (kind: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${names.join(', ')} ${kind} for ${what} ${container.name ?? ''}`];
  return [...words('request', addedRequests), ...words('limit', addedLimits)];
}

function addMissing(into: Map<string, string>, from: ReadonlyMap<string, string>): readonly string[] {
  const missing = [...from].filter(([name]) => !into.has(name));
  for (const [name, value] of missing) into.set(name, value);
  return missing.map(([name]) => name).sort();
}
