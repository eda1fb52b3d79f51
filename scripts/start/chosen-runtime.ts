// Which container runtime the agent of a launch speaks to, and whether it runs pods there.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { grpcRuntime } from '../../agent/cri/grpc-runtime.ts';

export interface ChosenRuntime {
  /** Undefined: the simulator is started. */
  readonly endpoint: string | undefined;
  /** Why no pods run there; undefined: they do. */
  readonly noPods: string | undefined;
}

/**
 * `endpoint`: of a runtime that was asked for or answers on this host. An agent that runs pods ends those it does not know, so
 * one whose runtime has pods of others runs none. `agentFolder` has the pods of earlier launches.
 */
export async function chooseRuntime(
  endpoint: string | undefined,
  { agentFolder, uid = process.getuid?.() }: { readonly agentFolder: string; readonly uid?: number | undefined },
): Promise<ChosenRuntime> {
  const without = (noPods: string): ChosenRuntime => ({ endpoint, noPods });
  if (endpoint === undefined) return without('no container runtime answers on this host: pods stay Pending');
  if (uid !== 0) return without('only root can run pods: they stay Pending');
  const runtime = grpcRuntime({ endpoint, callTimeout: 5_000 });
  try {
    const own = new Set(await readdir(join(agentFolder, 'pods')).catch(() => []));
    const foreign = (await runtime.listSandboxes()).filter(({ podUid }) => !own.has(podUid));
    const [first] = foreign;
    if (first === undefined) return { endpoint, noPods: undefined };
    const others = `the runtime has pods of others (${first.podNamespace}/${first.podName})`;
    return without(`${others}, which this agent would end: pods stay Pending`);
  } catch (error) {
    return without(`the runtime does not list its pods (${String(error)}): pods stay Pending`);
  } finally {
    runtime.close();
  }
}
