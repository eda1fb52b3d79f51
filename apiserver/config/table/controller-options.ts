// The options of the controllers: which of them run and where, and the signing of certificates.

import { durationFlag, listFlag, switchFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { parseControllerChoice, selectableControllers } from '../../controller/controller-selection.ts';
import { defaultElection, type ElectionPeriods } from '../../controller/election/leader-election.ts';
import {
  durationOption,
  flagOption,
  group,
  keyPairOption,
  option,
  type OptionTable,
  switchOption,
} from '../option/option-entry.ts';
import type { CertificateSigningOptions } from '../option/options.ts';
import { type Form, flagOr, list, number, oneOf, shape } from '../option/value-form.ts';
import { etcdServers } from './storage-options.ts';

const heading = { group: 'Controllers' };
const { leaseDuration, renewDeadline, retryPeriod } = defaultElection;
const amount = number(0);

const controllerChoice: Form = (value, name) => {
  if (typeof value === 'string' && parseControllerChoice(value) !== undefined) return;
  oneOf(['*', ...selectableControllers])(value, name);
};

const electionFlags = {
  ...etcdServers,
  'leader-elect': switchFlag('with etcd, let one of the servers run the controllers', { ...heading, default: true }),
  'leader-elect-lease-duration': durationFlag('how long the others wait for a leader that does not renew its lease', {
    ...heading,
    default: leaseDuration,
  }),
  'leader-elect-renew-deadline': durationFlag('how long a leader continues without renewing its lease', {
    ...heading,
    default: renewDeadline,
  }),
  'leader-elect-retry-period': durationFlag('pause between two attempts to renew or acquire the lease', {
    ...heading,
    default: retryPeriod,
  }),
};

const periods = shape<ElectionPeriods>({ leaseDuration: amount, renewDeadline: amount, retryPeriod: amount }, [
  'leaseDuration',
  'renewDeadline',
  'retryPeriod',
]);

const longest = durationOption('cluster-signing-duration', 'maximum lifetime of a signed certificate', {
  ...heading,
  default: 365 * 24 * 3_600_000,
});

const certificateSigning = group({
  authority: keyPairOption(
    [
      'cluster-signing-cert-file',
      'PEM of the authority that signs approved requests; its own when not given (clients are trusted by --client-ca-file)',
    ],
    ['cluster-signing-key-file', 'PEM of its key'],
    heading,
  ),
  longest: option(longest.form, longest.flags, {
    check: (flags) => {
      if (flags['cluster-signing-duration'] >= 1000) return;
      throw new UsageError('--cluster-signing-duration: a certificate lives at least one second');
    },
    read: (flags) => flags['cluster-signing-duration'],
  }),
  approveServing: switchOption(
    'approve-node-serving',
    'approve serving certificates that node agents ask for; their names are not checked, so for tests only',
    { group: 'Nodes' },
  ),
} satisfies OptionTable<CertificateSigningOptions>);

export const controllerOptions = {
  controllers: flagOption(
    flagOr(list(controllerChoice)),
    'controllers',
    listFlag('controllers to run; * stands for those on by default, -name removes one', {
      ...heading,
      parse: parseControllerChoice,
      what: `*, or one of ${selectableControllers.join(', ')}, or one of them with a - before it`,
      default: ['*'],
    }),
  ),
  leaderElection: option(flagOr(periods), electionFlags, {
    check: (flags) => {
      const [lease, deadline, retry] = [
        flags['leader-elect-lease-duration'],
        flags['leader-elect-renew-deadline'],
        flags['leader-elect-retry-period'],
      ];
      if (lease <= deadline || deadline <= retry) {
        throw new UsageError(
          '--leader-elect-lease-duration must be longer than --leader-elect-renew-deadline, and that than --leader-elect-retry-period',
        );
      }
      if (retry <= 0) throw new UsageError('--leader-elect-retry-period must be positive');
    },
    // Without etcd there is no other server.
    read: (flags): false | ElectionPeriods =>
      flags['etcd-servers'].length > 0 && flags['leader-elect']
        ? {
            leaseDuration: flags['leader-elect-lease-duration'],
            renewDeadline: flags['leader-elect-renew-deadline'],
            retryPeriod: flags['leader-elect-retry-period'],
          }
        : false,
  }),
  certificateSigning,
};
