// The options of what the server does with objects by itself.

import { durationFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { durationOption, integerOption, option, switchOption } from '../option/option-entry.ts';
import { number } from '../option/value-form.ts';

const heading = { group: 'Objects' };

/** What is old is looked for once a second at most. */
const shortestHistory = 1000;

const history = {
  'etcd-compaction-interval': durationFlag('how long history is kept; 0: for ever', { ...heading, default: 300_000 }),
};

export const objectOptions = {
  allowPrivileged: switchOption('allow-privileged', 'let containers be privileged', heading),
  garbageCollection: switchOption('enable-garbage-collector', 'garbage collection: deletes follow owner references', {
    ...heading,
    default: true,
  }),
  deleteCollectionWorkers: integerOption(
    'delete-collection-workers',
    'objects that the delete of a collection removes at once',
    { ...heading, default: 1, min: 1, max: 1000 },
  ),
  historyPeriod: option(number(0), history, {
    check: ({ 'etcd-compaction-interval': period }) => {
      if (period === 0 || period >= shortestHistory) return;
      throw new UsageError('--etcd-compaction-interval must be at least 1s, or 0');
    },
    read: (flags) => flags['etcd-compaction-interval'],
  }),
  eventTtl: durationOption('event-ttl', 'how long events are kept; 0: for ever', {
    group: 'Limits',
    default: 3_600_000,
  }),
};
