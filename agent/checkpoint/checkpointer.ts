// Makes a checkpoint: finds the running container over CRI, asks the runtime, and answers for the archive: in the
// agent's own folder, under its name only when complete, readable by root only, never over another one.

import { constants, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import { criLabels } from '../../shared/vendor/cri-labels.ts';
import type { Container, Runtime } from '../cri/runtime.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { archiveName, type ContainerName } from './archive-name.ts';
import type { FreeSpaceGuard } from './free-space.ts';

export interface CheckpointerOptions {
  readonly runtime: Runtime;
  readonly folder: ArchiveFolder;
  readonly space: FreeSpaceGuard;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Checkpointer {
  /**
   * Resolves with the archive's absolute path. Rejects with an Error whose message may be shown to the caller: the
   * container does not run, the disk is too full, the runtime failed or does not know checkpoints, or it left no
   * archive. Then no file of this checkpoint stays behind.
   */
  checkpoint(name: ContainerName, timeoutSeconds: number, signal: AbortSignal): Promise<string>;
}

export function checkpointer(options: CheckpointerOptions): Checkpointer {
  const { runtime, folder, space, clock, log } = options;
  const taken = new Set<string>();
  /** By container: the time in its newest name, while that lies ahead (milliseconds since the epoch). */
  const ahead = new Map<string, number>();

  /** A name that is unique in this run: a second checkpoint within one second gets the time of the next second. */
  function reserve(name: ContainerName): string {
    const now = clock.now();
    for (const [known, time] of ahead) if (time < now) ahead.delete(known);
    const key = `${name.namespace}/${name.pod}/${name.container}`;
    // Starts after the newest name: otherwise each of many checkpoints would try all earlier names again.
    for (let time = Math.max(now, (ahead.get(key) ?? 0) + 1000); ; time += 1000) {
      const archive = archiveName(name, time, -new Date(time).getTimezoneOffset());
      if (taken.has(archive)) continue;
      taken.add(archive);
      ahead.set(key, time);
      return archive;
    }
  }

  async function running(name: ContainerName, signal: AbortSignal): Promise<Container> {
    const wanted = (one: Container): boolean => one.name === name.container && one.state === 'running';
    const labels = new Map([
      [criLabels.podName, name.pod],
      [criLabels.podNamespace, name.namespace],
      [criLabels.containerName, name.container],
    ]);
    const labelled = (await runtime.listContainers(labels, signal)).filter(wanted);
    if (labelled[0] !== undefined && labelled.length === 1) return labelled[0];
    // If a pod was created again, the ready sandbox counts. Pods that were created by hand may have names but no labels.
    for (const { id, ready, podName, podNamespace } of await runtime.listSandboxes(undefined, signal)) {
      if (!ready || podName !== name.pod || podNamespace !== name.namespace) continue;
      const own = labelled.length > 0 ? labelled.filter(({ sandboxId }) => sandboxId === id) : undefined;
      const found = (own ?? (await runtime.listContainers(id, signal))).find(wanted);
      if (found !== undefined) return found;
    }
    throw new Error(`container "${name.container}" is not running`);
  }

  /** Stores the archive under the first free name: an archive from before a restart may have the intended one. */
  async function keep(name: ContainerName, partialName: string): Promise<string> {
    for (let archive = partialName; ; ) {
      if (await folder.keep(partialName, archive)) return archive;
      archive = reserve(name);
      // From here on an archive of that name exists, this one or another.
      taken.delete(archive);
    }
  }

  return {
    checkpoint: async (name, timeoutSeconds, signal) => {
      // Concurrently: one waits for a socket, the other for a thread. A container that does not run is reported first.
      const room = space.look();
      room.catch(() => {});
      const { id } = await running(name, signal);
      const partialName = reserve(name);
      const location = folder.partialPath(partialName);
      try {
        await space.run(
          (lasting) => runtime.checkpoint({ containerId: id, location, timeoutSeconds }, lasting),
          signal,
          room,
        );
        await secure(location);
        const path = join(folder.path, await keep(name, partialName));
        log.info('a container was checkpointed', { ...name, location: path });
        return path;
      } catch (error) {
        await folder.discardPartial(partialName).catch((cause: unknown) => {
          log.warn('a partial checkpoint could not be removed', { location, error: String(cause) });
        });
        throw error;
      } finally {
        taken.delete(partialName);
      }
    },
  };
}

/**
 * The archive holds memory with whatever secrets were in it: a private file (0600). It is on the disk
 * before it has its name, so that no crash leaves a half-written one; this flush is the only one.
 */
async function secure(location: string): Promise<void> {
  const file = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error('the runtime reported success but wrote no archive');
      if (error.code === 'ELOOP') throw new Error('the runtime wrote a link, which is no archive');
      throw error;
    },
  );
  try {
    // For an open file the kernel has it in memory: the call is too short for a thread.
    const found = fstatSync(file.fd);
    if (!found.isFile() || found.size === 0) throw new Error('the runtime wrote something that is no archive');
    if ((found.mode & 0o777) !== 0o600) await file.chmod(0o600);
    await file.sync();
  } finally {
    // An error of close does not matter: the data has been flushed.
    file.close().catch(() => {});
  }
}
