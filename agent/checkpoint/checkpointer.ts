// Makes a checkpoint: finds the running container over CRI, asks the runtime, and answers for the archive: in the
// agent's own folder, complete, readable by root only, never over another one.

import { chmod, lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/process/clock.ts';
import { makeFolder } from '../../shared/process/folder.ts';
import type { Log } from '../../shared/process/log.ts';
import { criLabels } from '../../shared/vendor/cri-labels.ts';
import type { Container, Runtime } from '../cri/runtime.ts';
import { archiveName, type ContainerName } from './archive-name.ts';

export interface CheckpointerOptions {
  readonly runtime: Runtime;
  /** `<root directory>/checkpoints`. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Checkpointer {
  /** Creates the folder with mode 0700, or narrows the one that is there to it. */
  prepare(): Promise<void>;
  /**
   * Resolves with the archive's absolute path. Rejects with an Error whose message may be shown to the caller: the
   * container does not run, the runtime failed or does not know checkpoints, or it left no archive. Then no file of
   * this checkpoint stays behind.
   */
  checkpoint(name: ContainerName, timeoutSeconds: number, signal: AbortSignal): Promise<string>;
}

export function checkpointer(options: CheckpointerOptions): Checkpointer {
  const { runtime, folder, clock, log } = options;
  const taken = new Set<string>();

  /** A path that neither exists nor is being written: a second checkpoint within one second is named for the next. */
  async function reserve(name: ContainerName): Promise<string> {
    for (let time = clock.now(); ; time += 1000) {
      const path = join(folder, archiveName(name, time, -new Date(time).getTimezoneOffset()));
      if (taken.has(path)) continue;
      taken.add(path);
      const free = await lstat(path).then(
        () => false,
        () => true,
      );
      if (free) return path;
      taken.delete(path);
    }
  }

  async function running(name: ContainerName, signal: AbortSignal): Promise<Container> {
    const labels = new Map([
      [criLabels.podName, name.pod],
      [criLabels.podNamespace, name.namespace],
    ]);
    for (const sandbox of await runtime.listSandboxes(labels, signal)) {
      if (!sandbox.ready) continue;
      const containers = await runtime.listContainers(sandbox.id, signal);
      const found = containers.find((one) => one.name === name.container && one.state === 'running');
      if (found !== undefined) return found;
    }
    throw new Error(`container "${name.container}" is not running`);
  }

  return {
    prepare: async () => {
      await makeFolder(folder, 0o700);
      await chmod(folder, 0o700);
    },
    checkpoint: async (name, timeoutSeconds, signal) => {
      const { id } = await running(name, signal);
      const location = await reserve(name);
      try {
        await runtime.checkpoint({ containerId: id, location, timeoutSeconds }, signal);
        await secure(location);
        log.info('a container was checkpointed', { ...name, location });
        return location;
      } catch (error) {
        await rm(location, { force: true }).catch((cause: unknown) => {
          log.warn('a partial checkpoint could not be removed', { location, error: String(cause) });
        });
        throw error;
      } finally {
        taken.delete(location);
      }
    },
  };
}

/** The archive holds memory with whatever secrets were in it: exactly a file of our own, and of no other reader. */
async function secure(location: string): Promise<void> {
  const found = await lstat(location).catch(() => undefined);
  if (found === undefined) throw new Error('the runtime reported success but wrote no archive');
  if (!found.isFile() || found.size === 0) throw new Error('the runtime wrote something that is no archive');
  if ((found.mode & 0o777) !== 0o600) await chmod(location, 0o600);
}
