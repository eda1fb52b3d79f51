// The flags of what the server does with objects of its own accord.

import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import { durationFlag, integerFlag, switchFlag } from '../../../shared/process/command-line/flag.ts';
import type { ApiServerOptions } from '../option/options.ts';

const group = 'Objects';

export const objectFlags = {
  'allow-privileged': switchFlag('let containers be privileged', { group }),
  'enable-garbage-collector': switchFlag('mind owners when objects are deleted', { default: true, group }),
  'delete-collection-workers': integerFlag('objects that the delete of a collection removes at once', {
    default: 1,
    min: 1,
    max: 1000,
    group,
  }),
  'etcd-compaction-interval': durationFlag('how long history is kept; 0: for ever', { default: 300_000, group }),
  'default-not-ready-toleration-seconds': integerFlag('how long pods stay on a node that is not ready', {
    default: 300,
    group,
  }),
  'default-unreachable-toleration-seconds': integerFlag('how long pods stay on a node that is unreachable', {
    default: 300,
    group,
  }),
};

/** Throws UsageError for a history that would be gone before a client could use it. */
export function objectOptionsOf(
  flags: FlagValues<typeof objectFlags>,
): Pick<
  ApiServerOptions,
  'allowPrivileged' | 'garbageCollection' | 'deleteCollectionWorkers' | 'historyPeriod' | 'tolerationSeconds'
> {
  const historyPeriod = flags['etcd-compaction-interval'];
  if (historyPeriod > 0 && historyPeriod < shortestHistory) {
    throw new UsageError('--etcd-compaction-interval must be at least 1s, or 0');
  }
  return {
    allowPrivileged: flags['allow-privileged'],
    garbageCollection: flags['enable-garbage-collector'],
    deleteCollectionWorkers: flags['delete-collection-workers'],
    historyPeriod,
    tolerationSeconds: {
      notReady: flags['default-not-ready-toleration-seconds'],
      unreachable: flags['default-unreachable-toleration-seconds'],
    },
  };
}

/** What is old is looked for once a second at most. */
const shortestHistory = 1000;
