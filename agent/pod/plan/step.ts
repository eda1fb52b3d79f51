// The next step of a pod: what to stop, create and start.

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
  /** Stop the whole pod: before a new sandbox is created, or because no container is left to run. */
  readonly stopAll: boolean;
  /** Undefined: none is needed. */
  readonly newSandbox: { readonly attempt: number } | undefined;
  /** The existing sandbox in which containers are started; undefined: none. */
  readonly sandboxId: string | undefined;
  readonly kills: readonly Kill[];
  readonly starts: readonly Start[];
}

/** What is known of a container that runs, by its id. */
export interface RunFacts {
  /** The last result of its probe; undefined: none yet. */
  liveness(containerId: string): boolean | undefined;
  startup(containerId: string): boolean | undefined;
  /** It has to start anew to have the resources that it was promised. */
  outgrown(containerId: string): boolean;
}
