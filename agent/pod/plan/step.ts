// A next step of a pod: what is stopped, made and started.

import type { Container } from '../object/pod.ts';
import type { SeenContainer } from '../seen/seen-pod.ts';

export type KillReason = 'LivenessProbe' | 'StartupProbe' | 'Unknown' | undefined;

export interface Kill {
  readonly container: SeenContainer;
  /** For the event. */
  readonly message: string;
  readonly reason: KillReason;
}

export interface Start {
  readonly container: Container;
  readonly sort: 'container' | 'initial' | 'ephemeral';
}

export interface NextStep {
  /** Stop everything that runs of the pod: before a new sandbox, or because nothing is left to run. */
  readonly stopAll: boolean;
  /** Undefined: none is needed. */
  readonly newSandbox: { readonly attempt: number } | undefined;
  /** In which containers are started, where it is there already. */
  readonly sandboxId: string | undefined;
  readonly kills: readonly Kill[];
  readonly starts: readonly Start[];
}

/** The last result of each probe of a container, by its id; undefined: none yet. */
export interface ProbeResults {
  liveness(containerId: string): boolean | undefined;
  startup(containerId: string): boolean | undefined;
}
