// Which container of a pod a request means.

import { badRequest } from '../../shared/object/errors.ts';
import type { Pod } from '../registry/kinds/core/pod/pod-strategy.ts';

/** Throws 400 when it must be named, or is not one of the pod's. */
export function containerOf({ spec = {}, metadata }: Pod, asked: string): string {
  const all = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  if (asked !== '') {
    if (all.some((container) => container.name === asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`);
  }
  const [first, ...others] = spec.containers ?? [];
  if (first?.name !== undefined && others.length === 0) return first.name;
  const names = all.map((container) => container.name).join(' ');
  throw badRequest(`a container name must be specified for pod ${metadata.name}, choose one of: [${names}]`);
}
