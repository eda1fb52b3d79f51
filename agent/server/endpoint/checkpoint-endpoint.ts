// `POST /checkpoint/{namespace}/{pod}/{container}?timeout=<seconds>` with every answer it is documented to give (requirements
// CKPT): 200 with the archive's path, 404 for what does not exist, 500 with the runtime's reason.

import { type ContainerName, isPossibleName } from '../../checkpoint/archive-name.ts';
import type { Checkpointer } from '../../checkpoint/checkpointer.ts';
import type { Runtime } from '../../cri/runtime.ts';
import { type BoundPods, findPod, hasContainer } from '../../pod/pod-view.ts';
import { type Response, json, text } from '../contract/response.ts';
import type { Endpoint } from '../contract/route.ts';

export interface CheckpointEndpointOptions {
  readonly checkpointer: Checkpointer;
  readonly pods: BoundPods;
  readonly runtime: Runtime;
}

export function checkpointEndpoint({ checkpointer, pods, runtime }: CheckpointEndpointOptions): Endpoint {
  return async ({ parameters, query, signal }) => {
    const name: ContainerName = {
      namespace: parameters.get('namespace') ?? '',
      pod: parameters.get('pod') ?? '',
      container: parameters.get('container') ?? '',
    };
    const path = `${name.namespace}/${name.pod}/${name.container}`;
    const failed = (error: unknown): Response => {
      const reason = error instanceof Error ? error.message : String(error);
      return text(500, `checkpointing of ${path} failed (${reason})`);
    };
    if (!isPossibleName(name)) return text(404, 'pod does not exist');
    try {
      const pod = await findPod(pods, runtime, name.namespace, name.pod, signal);
      if (pod === undefined) return text(404, 'pod does not exist');
      if (!hasContainer(pod, name.container)) return text(404, `container ${name.container} does not exist`);
      const timeout = timeoutOf(query);
      if (timeout === undefined) return text(404, 'cannot parse value of timeout parameter');
      return json({ items: [await checkpointer.checkpoint(name, timeout, signal)] });
    } catch (error) {
      return failed(error);
    }
  };
}

/** Seconds; 0 when not given. The last of several values is used. Undefined when it is not a 32-bit integer. */
function timeoutOf(query: URLSearchParams): number | undefined {
  const value = query.getAll('timeout').at(-1);
  if (value === undefined || value === '') return value === undefined ? 0 : undefined;
  if (!/^[+-]?\d{1,10}$/.test(value)) return undefined;
  const seconds = Number(value);
  return Math.abs(seconds) <= 2 ** 31 - 1 ? seconds : undefined;
}
