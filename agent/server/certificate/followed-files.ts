// Reloads files that are replaced while the agent runs: the client CA, or a configured serving certificate. When changed files
// cannot be used, a warning is logged once for each fault, and the previous contents stay in use.

import { readFile } from 'node:fs/promises';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export interface FollowedFilesOptions {
  /** For logs and metrics: `client-authorities`, `serving-files`. */
  readonly name: string;
  readonly paths: readonly string[];
  /** The contents that are in use at the start. */
  readonly initial: readonly string[];
  /** Puts new contents into use, in the order of the paths. Throws if they cannot be used. */
  readonly use: (contents: readonly string[]) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Milliseconds between two checks. */
const period = 10_000;

export function followedFiles(options: FollowedFilesOptions): Loop {
  const { name, paths, initial, use, clock, log } = options;
  const reloads = options.metrics.counter({
    name: 'node_file_reloads_total',
    help: 'Reloads of changed files, by file and outcome.',
    labels: ['file', 'outcome'],
    stability: 'ALPHA',
  });
  let inUse = initial;
  let told = '';
  const look = async (): Promise<void> => {
    try {
      const found = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
      if (found.some((content, index) => content !== inUse[index])) {
        use(found);
        inUse = found;
        reloads.increment({ file: name, outcome: 'used' });
        log.info('changed files are in use', { file: name });
      }
      told = '';
    } catch (error) {
      const fault = String(error);
      if (fault === told) return;
      told = fault;
      reloads.increment({ file: name, outcome: 'refused' });
      log.warn('changed files cannot be used: those before stay in use', { file: name, error: fault });
    }
  };
  return {
    name,
    run: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(period, signal).catch(() => {});
        if (!signal.aborted) await look();
      }
    },
  };
}
