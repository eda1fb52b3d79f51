// The state of one pod in the runtime: its sandboxes and the runs of its containers, newest first.

import { createHash } from 'node:crypto';
import type { Container } from '../object/pod.ts';

export interface SeenSandbox {
  readonly id: string;
  readonly ready: boolean;
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Empty for a sandbox in the host's network. */
  readonly ips: readonly string[];
}

export interface SeenContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited' | 'unknown';
  /** From the annotation that was set when it was created. */
  readonly restartCount: number;
  /** What its definition was then (`hashOf`); '' when nothing was noted. */
  readonly hash: string;
  readonly image: string;
  readonly imageId: string;
  /** Milliseconds since the epoch; 0: not yet. */
  readonly createdAt: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  readonly reason: string;
  /** Its termination message, or that of the runtime. */
  readonly message: string;
}

export interface SeenPod {
  readonly sandboxes: readonly SeenSandbox[];
  readonly containers: readonly SeenContainer[];
}

export const nothingSeen: SeenPod = { sandboxes: [], containers: [] };

/** The newest run of a container. */
export function newestRun({ containers }: SeenPod, name: string): SeenContainer | undefined {
  return containers.find((one) => one.name === name);
}

/** Changes with the image, for which a container must be restarted. Other fields of a container are immutable. */
export function hashOf({ name, image = '' }: Container): string {
  return createHash('sha256').update(JSON.stringify({ name, image })).digest('hex').slice(0, 16);
}
