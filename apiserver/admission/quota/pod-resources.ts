// The requests and limits of a whole pod: the sum of its containers, or an init container if that needs more; the allocated
// amounts during a resize; its pod-level resources; and its overhead. Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { addAmounts, type Amounts, largestAmounts, readAmounts, sum, type WrittenAmounts } from './amounts.ts';

export interface WrittenResources {
  readonly requests?: WrittenAmounts;
  readonly limits?: WrittenAmounts;
}

export interface CountedContainer {
  readonly name?: string;
  readonly resources?: WrittenResources;
  readonly restartPolicy?: string;
}

interface ContainerStatus {
  readonly name?: string;
  readonly resources?: WrittenResources;
  readonly allocatedResources?: WrittenAmounts;
}

export interface CountedPod extends ApiObject {
  readonly spec?: {
    readonly containers?: readonly CountedContainer[];
    readonly initContainers?: readonly CountedContainer[];
    readonly resources?: WrittenResources;
    readonly overhead?: WrittenAmounts;
  };
  readonly status?: {
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly conditions?: readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[];
  };
}

type Side = keyof WrittenResources;

export function podAmounts(pod: CountedPod, side: Side): Amounts {
  const { spec = {}, status = {} } = pod;
  const given = new Map(
    [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].map((one) => [one.name, one]),
  );
  const infeasible = (status.conditions ?? []).some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  const total = new Map(
    togetherAmounts(spec, (container) => containerAmounts(container, given.get(container.name), side, infeasible)),
  );
  for (const [name, quantity] of readAmounts(spec.resources?.[side])) if (ofPods(name)) total.set(name, quantity);
  for (const [name, quantity] of readAmounts(spec.overhead)) {
    const known = total.get(name);
    // What has no limit gets none by the overhead.
    if (side === 'requests' || (known !== undefined && known.nano !== 0n)) total.set(name, sum(known, quantity));
  }
  return total;
}

/** The sum of the containers, or an init container with the lasting ones that were started before it, where that is more. */
export function togetherAmounts<C extends Pick<CountedContainer, 'restartPolicy'>>(
  spec: { readonly containers?: readonly C[]; readonly initContainers?: readonly C[] },
  of: (container: C) => Amounts,
): Amounts {
  let running: Amounts = new Map();
  for (const container of spec.containers ?? []) running = addAmounts(running, of(container));
  let starting: Amounts = new Map();
  let lasting: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === 'Always') {
      lasting = addAmounts(lasting, of(container));
      running = addAmounts(running, of(container));
      starting = largestAmounts(starting, lasting);
    } else starting = largestAmounts(starting, addAmounts(of(container), lasting));
  }
  return largestAmounts(running, starting);
}

/** Whether the pod says as a whole what it asks for. */
export function saysForItself({ spec }: CountedPod): boolean {
  const { requests = {}, limits = {} } = spec?.resources ?? {};
  return [...Object.keys(requests), ...Object.keys(limits)].some(ofPods);
}

/** What pods can say of themselves as a whole. */
function ofPods(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** While a container is resized it may have more than it asks for. */
function containerAmounts(
  { resources }: CountedContainer,
  status: ContainerStatus | undefined,
  side: Side,
  infeasible: boolean,
): Amounts {
  const asked = readAmounts(resources?.[side]);
  if (status?.resources === undefined) return asked;
  const actual = readAmounts(status.resources[side]);
  const held = side === 'requests' ? largestAmounts(actual, readAmounts(status.allocatedResources)) : actual;
  return infeasible ? held : largestAmounts(asked, held);
}
