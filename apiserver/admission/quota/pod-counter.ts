// The usage of pods in quotas: their number, requests and limits, until they have ended.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { parseTime } from '../../../shared/object/time.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { addAmounts, type Amounts, count, namesText, readAmounts } from './amounts.ts';
import { matchesScope, type ScopeRequirement, type UsageCounter } from './counter.ts';
import { type CountedPod, podAmounts, saysForItself } from './pod-resources.ts';

const objects = 'count/pods';
const plain: ReadonlySet<string> = new Set([
  objects,
  'pods',
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** What each container has to say where a quota limits it. */
const demanded: ReadonlySet<string> = new Set(
  ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

interface AffinityTerm {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: object | null;
}

interface Affinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: AffinityTerm }[];
}

interface ScopedPod extends ApiObject {
  readonly spec?: {
    readonly activeDeadlineSeconds?: number | null;
    readonly priorityClassName?: string;
    readonly affinity?: { readonly podAffinity?: Affinity; readonly podAntiAffinity?: Affinity };
  };
  readonly status?: { readonly qosClass?: string; readonly phase?: string };
}

/** `now`: milliseconds since the epoch. */
export function podCounter(vendor: Vendor, now: () => number): UsageCounter {
  const ownDomain = vendor.fill('{label}/');
  const isNative = (name: string): boolean => !name.includes('/') || name.includes(ownDomain);
  const used = (requests: Amounts, limits: Amounts): Amounts => {
    const amounts = new Map([['pods', count(1)]]);
    for (const [name, quantity] of requests) {
      const huge = name.startsWith('hugepages-');
      if (huge || ['cpu', 'memory', 'ephemeral-storage'].includes(name)) amounts.set(name, quantity);
      if (amounts.has(name) || (!isNative(name) && !name.startsWith('requests.'))) {
        amounts.set(`requests.${name}`, quantity);
      }
    }
    for (const [name, quantity] of limits) {
      if (['cpu', 'memory', 'ephemeral-storage'].includes(name)) amounts.set(`limits.${name}`, quantity);
    }
    return amounts;
  };
  return {
    handles: (operation, subresource) =>
      subresource === '' ? operation === 'CREATE' || operation === 'UPDATE' : isResize(operation, subresource),
    concerns: (object, old) =>
      old === undefined || isTerminating(object) !== isTerminating(old) || isResized(object, old),
    counts: (name) =>
      plain.has(name) ||
      name.startsWith('hugepages-') ||
      name.startsWith('requests.hugepages-') ||
      (name.startsWith('requests.') && !isNative(name)),
    usage(pod) {
      const counted: Amounts = new Map([[objects, count(1)]]);
      if (hasEnded(pod, now())) return counted;
      return addAmounts(counted, used(podAmounts(pod, 'requests'), podAmounts(pod, 'limits')));
    },
    inScope,
    missing(object, limited) {
      const pod = object as CountedPod;
      if (saysForItself(pod)) return undefined;
      const needed = limited.filter((name) => demanded.has(name));
      const silent = new Map<string, Set<string>>();
      for (const { name = '', resources } of [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])]) {
        const said = used(readAmounts(resources?.requests), readAmounts(resources?.limits));
        for (const amount of needed) {
          if (!said.has(amount)) silent.set(amount, (silent.get(amount) ?? new Set()).add(name));
        }
      }
      if (silent.size === 0) return undefined;
      const texts = [...silent.keys()].sort().map((amount) => `${amount} for: ${namesText(silent.get(amount) ?? [])}`);
      return `must specify ${texts.join('; ')}`;
    },
  };
}

function isResize(operation: string, subresource: string): boolean {
  return operation === 'UPDATE' && subresource === 'resize';
}

/** Only the sub-resource `resize` lets a pod change what it asks for. */
function isResized(now: ApiObject, before: ApiObject): boolean {
  const asked = (pod: ApiObject): string =>
    JSON.stringify([(pod as CountedPod).spec?.containers, (pod as CountedPod).spec?.initContainers].map(resourcesOf));
  return asked(now) !== asked(before);
}

function resourcesOf(containers: readonly { readonly resources?: object }[] | undefined): readonly unknown[] {
  return (containers ?? []).map(({ resources }) => resources);
}

function inScope(object: ApiObject, scope: ScopeRequirement): boolean {
  const { spec = {}, status = {} } = object as ScopedPod;
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(object);
    case 'NotTerminating':
      return !isTerminating(object);
    case 'BestEffort':
      return status.qosClass === 'BestEffort';
    case 'NotBestEffort':
      return status.qosClass !== 'BestEffort';
    case 'PriorityClass': {
      const name = spec.priorityClassName ?? '';
      return matchesScope(scope, name === '' ? [] : [name]);
    }
    case 'CrossNamespacePodAffinity':
      return [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].some(crossesNamespaces);
    default:
      return false;
  }
}

function crossesNamespaces(affinity: Affinity | undefined): boolean {
  const terms = [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ podAffinityTerm = {} }) => podAffinityTerm,
    ),
  ];
  return terms.some(
    ({ namespaces = [], namespaceSelector }) =>
      namespaces.length > 0 || (namespaceSelector !== undefined && namespaceSelector !== null),
  );
}

function isTerminating(object: ApiObject): boolean {
  return ((object as ScopedPod).spec?.activeDeadlineSeconds ?? -1) >= 0;
}

/** Whether nothing of the pod runs any more, or that cannot be known: its node is lost, and its time is over. */
export function hasEnded({ metadata, ...rest }: ApiObject, now: number): boolean {
  const phase = (rest as Pick<ScopedPod, 'status'>).status?.phase;
  if (phase === 'Failed' || phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  const deleted = parseTime(deletionTimestamp);
  return deleted !== undefined && now > deleted + deletionGracePeriodSeconds * 1000;
}
