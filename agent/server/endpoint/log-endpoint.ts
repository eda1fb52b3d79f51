// `GET /containerLogs/{namespace}/{pod}/{container}`: the log of a container, as its runtime keeps it, with the answers
// that the real agent gives: 400 when there is none to read, 404 for what does not exist, 422 for values out of range.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { isPossibleName } from '../../checkpoint/archive-name.ts';
import { type Container, type Runtime, RuntimeError } from '../../cri/runtime.ts';
import { LogRefused } from '../../log/container-log-file.ts';
import { type LogOptions, logOptionsOf } from '../../log/log-options.ts';
import { readLog } from '../../log/log-reader.ts';
import { containersOfPod } from '../../pod/pod-containers.ts';
import { type BoundPods, hasContainer } from '../../pod/pod-view.ts';
import { type Response, text } from '../contract/response.ts';
import type { Endpoint } from '../contract/route.ts';

export interface LogEndpointOptions {
  readonly pods: BoundPods;
  readonly runtime: Runtime;
  /** Where the logs of all pods lie. */
  readonly folder: string;
  readonly clock: Clock;
  /** Whether one of the two streams may be asked for (gate PodLogsQuerySplitStreams). */
  readonly splitStreams: boolean;
}

const faults = {
  undecodable: text(400, '{"message": "Unable to decode query."}'),
  invalid: text(422, '{"message": "Invalid request."}'),
};

export function logEndpoint(options: LogEndpointOptions): Endpoint {
  const { pods, runtime, clock } = options;
  return async ({ parameters, query, signal }) => {
    const namespace = parameters.get('namespace') ?? '';
    const pod = parameters.get('pod') ?? '';
    const container = parameters.get('container') ?? '';
    const asked = logOptionsOf(query, clock.now());
    if (typeof asked === 'string') return faults[asked];
    if (!isPossibleName({ namespace, pod, container })) return text(404, `pod "${pod}" does not exist`);
    try {
      const bound = pods.get(namespace, pod);
      const runs = await containersOfPod(runtime, { namespace, name: pod, uid: bound?.metadata.uid }, signal);
      if (bound === undefined && runs.length === 0) return text(404, `pod "${pod}" does not exist`);
      const own = runs.filter(({ name }) => name === container);
      const known = own.length > 0 || (bound !== undefined && hasContainer(bound, container));
      if (!known) return text(404, `container "${container}" not found in pod "${pod}"`);
      if (asked.stream !== undefined && !options.splitStreams) return text(400, noStreams(query.get('stream') ?? ''));
      const chosen = runToRead(own, asked, container, pod);
      if (typeof chosen === 'string') return text(400, chosen);
      return await logOf(options, chosen, asked, signal);
    } catch (error) {
      if (error instanceof RuntimeError) return text(400, `the container runtime could not be asked: ${error.message}`);
      throw error;
    }
  };
}

function noStreams(stream: string): string {
  const gate = 'Please enable PodLogsQuerySplitStreams feature gate in kubelet';
  return `unable to return the given log stream: "${stream}". ${gate}`;
}

/** The run whose log was requested, or why there is none. */
function runToRead(runs: readonly Container[], asked: LogOptions, name: string, pod: string): Container | string {
  const [current, ...older] = runs;
  if (asked.previous) {
    const ended = older.find(({ state }) => state === 'exited');
    return ended ?? `previous terminated container "${name}" in pod "${pod}" not found`;
  }
  if (current === undefined) return `container "${name}" in pod "${pod}" is not available`;
  if (current.state === 'created') return `container "${name}" in pod "${pod}" is waiting to start: ContainerCreating`;
  return current;
}

async function logOf(
  { runtime, folder, clock }: LogEndpointOptions,
  { id, name }: Container,
  options: LogOptions,
  signal: AbortSignal,
): Promise<Response> {
  const { logPath } = await runtime.containerStatus(id, signal);
  if (logPath === '') return text(400, `the runtime keeps no log of container "${name}"`);
  const isRunning = async (): Promise<boolean> => {
    try {
      return (await runtime.containerStatus(id, signal)).state === 'running';
    } catch (error) {
      // Containers keep running when the runtime restarts, so the log continues.
      return error instanceof RuntimeError && error.failure === 'unavailable';
    }
  };
  try {
    const body = await readLog({ path: logPath, folder, options, isRunning, clock, signal });
    return { status: 200, contentType: 'text/plain; charset=utf-8', body };
  } catch (error) {
    if (error instanceof LogRefused) return text(400, `container "${name}": ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return text(400, `the log of container "${name}" cannot be read (${code})`);
  }
}
