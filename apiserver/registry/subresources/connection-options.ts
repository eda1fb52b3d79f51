// What a connection asks for, as the object that admission is shown: the parameters of the request in the kind of the sub-resource.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Subresource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';

type Parameter = 'flag' | 'text' | 'texts' | 'numbers' | 'subpath';

const streams = { stdin: 'flag', stdout: 'flag', stderr: 'flag', tty: 'flag', container: 'text' } as const;

/** By kind. */
const parameters: Readonly<Record<string, Readonly<Record<string, Parameter>>>> = {
  PodExecOptions: { ...streams, command: 'texts' },
  PodAttachOptions: streams,
  PodPortForwardOptions: { ports: 'numbers' },
  PodProxyOptions: { path: 'subpath' },
  ServiceProxyOptions: { path: 'subpath' },
  NodeProxyOptions: { path: 'subpath' },
};

/** Undefined for a kind that has no parameters. The metadata is empty: these kinds have none. */
export function connectionOptions(
  { group, version, kind }: Subresource,
  { query, subpath }: Pick<ResourceRequest, 'query' | 'subpath'>,
): ApiObject | undefined {
  const known = Object.hasOwn(parameters, kind) ? parameters[kind] : undefined;
  if (known === undefined) return undefined;
  const options: ApiObject & Record<string, unknown> = { kind, apiVersion: apiVersionOf(group, version), metadata: {} };
  for (const [name, type] of Object.entries(known)) {
    const value = type === 'subpath' ? subpath : read(query.getAll(name), type);
    if (value !== undefined && value !== '') options[name] = value;
  }
  return options;
}

/** Undefined: not given, or what is left out of the object. */
function read(values: readonly string[], type: Exclude<Parameter, 'subpath'>): unknown {
  const [first] = values;
  if (type === 'texts') return values.length === 0 ? null : values;
  if (first === undefined) return undefined;
  if (type === 'text') return first;
  // Every value but these two switches on.
  if (type === 'flag') return first === '0' || first.toLowerCase() === 'false' ? undefined : true;
  const numbers = values.map(Number).filter((number) => Number.isInteger(number));
  return numbers.length === 0 ? undefined : numbers;
}
