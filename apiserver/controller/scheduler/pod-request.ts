// What a pod takes of its node: amounts of resources, and ports of the host. Pure.

import { parseQuantity } from '../../../shared/object/quantity.ts';
import type { Container, Pod, Quantities } from './scheduled-objects.ts';

/** By the name of the resource, in thousand millionths of its unit. */
export type Amounts = ReadonlyMap<string, bigint>;

export function amountsOf(quantities: Quantities | undefined): Amounts {
  const amounts = new Map<string, bigint>();
  for (const [name, text] of Object.entries(quantities ?? {})) {
    const quantity = parseQuantity(String(text));
    if (quantity !== undefined) amounts.set(name, quantity.nano);
  }
  return amounts;
}

/** Adds what is in `amounts` to `sum`. */
export function add(sum: Map<string, bigint>, amounts: Amounts): void {
  for (const [name, amount] of amounts) sum.set(name, (sum.get(name) ?? 0n) + amount);
}

function raise(most: Map<string, bigint>, amounts: Amounts): void {
  for (const [name, amount] of amounts) if (amount > (most.get(name) ?? 0n)) most.set(name, amount);
}

const ofContainer = ({ resources }: Container): Amounts => amountsOf(resources?.requests);

/**
 * Its containers together, or as much as its start takes at once where that is more; what the whole pod asks for stands before
 * both; its overhead is added. Containers that start before the others and go on beside them count with both.
 */
export function podRequest({ spec = {} }: Pick<Pod, 'spec'>): Amounts {
  const beside = new Map<string, bigint>();
  const start = new Map<string, bigint>();
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === 'Always') {
      add(beside, ofContainer(container));
      raise(start, beside);
    } else {
      const now = new Map(beside);
      add(now, ofContainer(container));
      raise(start, now);
    }
  }
  const request = new Map(beside);
  for (const container of spec.containers ?? []) add(request, ofContainer(container));
  raise(request, start);
  for (const [name, amount] of amountsOf(spec.resources?.requests)) request.set(name, amount);
  add(request, amountsOf(spec.overhead));
  return request;
}

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const anyAddress = '0.0.0.0';

export function hostPorts({ spec = {} }: Pick<Pod, 'spec'>): readonly HostPort[] {
  const lasting = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...lasting, ...(spec.containers ?? [])].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP', containerPort = 0 }) => {
      const port = hostPort === 0 && spec.hostNetwork === true ? containerPort : hostPort;
      return port === 0 ? [] : [{ ip: hostIP === '' ? anyAddress : hostIP, protocol, port }];
    }),
  );
}

export function clash(one: HostPort, other: HostPort): boolean {
  if (one.port !== other.port || one.protocol !== other.protocol) return false;
  return one.ip === other.ip || one.ip === anyAddress || other.ip === anyAddress;
}
