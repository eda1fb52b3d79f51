// The downward API: fields of the pod and resources of the container, as variables or files.

import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import { invalidValue, notSupported, required } from '../../../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../../../shared/object/quantity.ts';

export interface ObjectFieldSelector {
  readonly apiVersion?: string;
  readonly fieldPath?: string;
}

export interface ResourceFieldSelector {
  readonly containerName?: string;
  readonly resource?: string;
  readonly divisor?: string;
}

/** All fields of a pod in the downward API. */
const known: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.host',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.phase',
  'status.podIP',
  'status.podIPs',
]);

export const variableFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
export const fileFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** `allowed`: the fields allowed in this place; single labels and annotations are allowed in any. */
export function objectFieldErrors(
  { apiVersion = 'v1', fieldPath = '' }: ObjectFieldSelector,
  path: string,
  allowed: readonly string[],
): readonly FieldError[] {
  if (fieldPath === '') return [required(`${path}.fieldPath`)];
  const bad = (reason: string): readonly FieldError[] => [
    invalidValue(`${path}.fieldPath`, fieldPath, `error converting fieldPath: ${reason}`),
  ];
  if (apiVersion !== 'v1') return bad(`unsupported pod version: ${apiVersion}`);
  const [, map, key] = /^([^[]*)\['(.*)'\]$/.exec(fieldPath) ?? [];
  if (map !== undefined && key !== undefined) {
    if (map === 'metadata.annotations' || map === 'metadata.labels') {
      const name = map === 'metadata.annotations' ? key.toLowerCase() : key;
      return checkQualifiedName(name).map((fault) => invalidValue(path, name, fault));
    }
    return bad(`field label does not support subscript: ${fieldPath}`);
  }
  if (!known.has(fieldPath)) return bad(unknown(fieldPath));
  const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  return allowed.includes(field) ? [] : [notSupported(`${path}.fieldPath`, field, allowed)];
}

function unknown(field: string): string {
  return `field label not supported: ${field}`;
}

const amounts = ['limits', 'requests'].flatMap((part) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${part}.${name}`),
);
const bytes = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const divisors = { cpu: ['1m', '1'], memory: bytes, 'ephemeral-storage': bytes } as const;

/** `named`: the container has to be named, as it is not the one that asks. */
export function resourceFieldErrors(
  { containerName = '', resource = '', divisor = '0' }: ResourceFieldSelector,
  path: string,
  named: boolean,
): readonly FieldError[] {
  if (named && containerName === '') return [required(`${path}.containerName`)];
  if (resource === '') return [required(`${path}.resource`)];
  if (/^(limits|requests)\.hugepages-/.test(resource)) return [];
  if (!amounts.includes(resource)) return [notSupported(`${path}.resource`, resource, amounts)];
  const name = resource.slice(resource.indexOf('.') + 1) as keyof typeof divisors;
  const wanted = parseQuantity(divisor)?.nano ?? 0n;
  const fits = wanted === 0n || divisors[name].some((one) => parseQuantity(one)?.nano === wanted);
  if (fits) return [];
  const list = name === 'cpu' ? divisors.cpu.join(' and ') : bytes.join(', ');
  return [
    invalidValue(`${path}.divisor`, divisor, `only divisor's values ${list} are supported with the ${name} resource`),
  ];
}
