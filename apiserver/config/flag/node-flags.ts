// The flags about nodes that stop sending heartbeats, and about pods that no node runs any more (requirements NLIFE). They
// have the names and defaults that operators know from the program that runs these controllers elsewhere.

import { durationFlag, type FlagValues, integerFlag, valueFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import { defaultPeriods } from '../../controller/node/node-health.ts';
import { defaultLimits } from '../../controller/node/zone.ts';
import type { NodeLifecycleSettings } from '../option/options.ts';

const group = 'Controllers';

const rate = (meaning: string, initial: number) =>
  valueFlag(meaning, (text) => numberBetween(text, 0, 1_000_000), {
    value: 'RATE',
    what: 'a number that is not negative',
    default: initial,
    group,
  });

export const nodeLifecycleFlags = {
  'node-monitor-period': durationFlag('between two looks at all nodes', { default: 5000, group }),
  'node-monitor-grace-period': durationFlag('silence after which a node is Unknown', {
    default: defaultPeriods.grace,
    group,
  }),
  'node-startup-grace-period': durationFlag('the same for a node that has not reported yet', {
    default: defaultPeriods.startupGrace,
    group,
  }),
  'node-eviction-rate': rate(
    'nodes per second and zone whose pods begin to be driven away; 0: none',
    defaultLimits.rate,
  ),
  'secondary-node-eviction-rate': rate(
    'the same in a large zone that is partially disrupted',
    defaultLimits.secondaryRate,
  ),
  'unhealthy-zone-threshold': valueFlag(
    'share of nodes not ready, and at least three, from which on a zone is partially disrupted',
    (text) => numberBetween(text, 0, 1),
    { value: 'SHARE', what: 'a number from 0 to 1', default: defaultLimits.unhealthyThreshold, group },
  ),
  'large-cluster-size-threshold': integerFlag(
    'nodes up to which a zone is small: while it is partially disrupted, nothing is driven away',
    { default: defaultLimits.largeZone, group },
  ),
  'terminated-pod-gc-threshold': integerFlag('finished pods from which on the oldest are deleted; 0: never', {
    default: 12_500,
    group,
  }),
};

/** Throws UsageError when nodes would be judged by less than two looks. */
export function nodeLifecycleOf(flags: FlagValues<typeof nodeLifecycleFlags>): NodeLifecycleSettings {
  const period = flags['node-monitor-period'];
  const grace = flags['node-monitor-grace-period'];
  if (period <= 0 || grace <= period) {
    throw new UsageError('--node-monitor-grace-period must be longer than --node-monitor-period, and both positive');
  }
  return {
    nodeMonitorPeriod: period,
    nodePeriods: { grace, startupGrace: flags['node-startup-grace-period'] },
    evictionLimits: {
      rate: flags['node-eviction-rate'],
      secondaryRate: flags['secondary-node-eviction-rate'],
      unhealthyThreshold: flags['unhealthy-zone-threshold'],
      largeZone: flags['large-cluster-size-threshold'],
    },
    finishedPods: flags['terminated-pod-gc-threshold'],
  };
}

function numberBetween(text: string, least: number, most: number): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return number >= least && number <= most ? number : undefined;
}
