// The flags about which of several servers runs the controllers.

import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import { durationFlag, type FlagValues, switchFlag } from '../../../shared/process/command-line/flag.ts';
import { defaultElection, type ElectionPeriods } from '../../controller/election/leader-election.ts';

const group = 'Controllers';
const { leaseDuration, renewDeadline, retryPeriod } = defaultElection;

export const electionFlags = {
  'leader-elect': switchFlag('with etcd, let one of the servers run the controllers', { default: true, group }),
  'leader-elect-lease-duration': durationFlag('how long the others wait for a leader that says nothing', {
    default: leaseDuration,
    group,
  }),
  'leader-elect-renew-deadline': durationFlag('how long a leader goes on that cannot say that it leads', {
    default: renewDeadline,
    group,
  }),
  'leader-elect-retry-period': durationFlag('between two tries to say so, or to become the leader', {
    default: retryPeriod,
    group,
  }),
};

/** False without etcd: there is no other server then. Throws UsageError for periods that contradict each other. */
export function electionOf(flags: FlagValues<typeof electionFlags>, hasEtcd: boolean): false | ElectionPeriods {
  const periods = {
    leaseDuration: flags['leader-elect-lease-duration'],
    renewDeadline: flags['leader-elect-renew-deadline'],
    retryPeriod: flags['leader-elect-retry-period'],
  };
  if (periods.leaseDuration <= periods.renewDeadline || periods.renewDeadline <= periods.retryPeriod) {
    throw new UsageError(
      '--leader-elect-lease-duration must be longer than --leader-elect-renew-deadline, and that than --leader-elect-retry-period',
    );
  }
  if (periods.retryPeriod <= 0) throw new UsageError('--leader-elect-retry-period must be positive');
  return hasEtcd && flags['leader-elect'] ? periods : false;
}
