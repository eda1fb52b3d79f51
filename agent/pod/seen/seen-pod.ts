// What the runtime shows of one pod at one moment: its sandboxes and the runs of its containers, the newest first.

import { createHash } from 'node:crypto';
import type { Container } from '../object/pod.ts';

export interface SeenSandbox {
  readonly id: string;
  readonly ready: boolean;
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Empty of a sandbox in the network of its host. */
  readonly ips: readonly string[];
}

export interface SeenContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited' | 'unknown';
  /** As it was noted when it was created. */
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
  /** What it left as its last word, or the runtime's own. */
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

/** Changes with what a running container cannot take over: its image. Everything else of a container cannot be changed. */
export function hashOf({ name, image = '' }: Container): string {
  return createHash('sha256').update(JSON.stringify({ name, image })).digest('hex').slice(0, 16);
}
