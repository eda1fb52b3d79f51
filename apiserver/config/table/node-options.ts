// The options about nodes: how their agents are reached, how they join, how those that stop sending heartbeats are judged, and
// when pods that no node runs any more are deleted (requirements NLIFE). Flags have the names and defaults that operators know
// from the program that runs these controllers elsewhere.

import { durationFlag, integerFlag, listFlag, valueFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { defaultPeriods, type HealthPeriods } from '../../controller/node/node-health.ts';
import { defaultLimits, type EvictionLimits } from '../../controller/node/zone.ts';
import { addressTypes } from '../../connect/address/node-address.ts';
import {
  flagOption,
  group,
  integerOption,
  keyPairOption,
  option,
  type OptionTable,
  pemOption,
  switchOption,
} from '../option/option-entry.ts';
import type { ApiServerOptions, NodeConnectionOptions, NodeLifecycleSettings } from '../option/options.ts';
import { list, number, shape, text, wholeNumber } from '../option/value-form.ts';

const heading = { group: 'Nodes' };
const loops = { group: 'Controllers' };
type AddressType = (typeof addressTypes)[number];
const amount = number(0);

const rate = (meaning: string, initial: number) =>
  valueFlag(meaning, (given) => numberBetween(given, 0, 1_000_000), {
    ...loops,
    value: 'RATE',
    what: 'a number that is not negative',
    default: initial,
  });

const monitorPeriod = {
  'node-monitor-period': durationFlag('time between two checks of all nodes', { ...loops, default: 5000 }),
};

const healthFlags = {
  ...monitorPeriod,
  'node-monitor-grace-period': durationFlag('time without a heartbeat after which a node is Unknown', {
    ...loops,
    default: defaultPeriods.grace,
  }),
  'node-startup-grace-period': durationFlag('the same for a node that has not reported yet', {
    ...loops,
    default: defaultPeriods.startupGrace,
  }),
};

const evictionFlags = {
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
    (given) => numberBetween(given, 0, 1),
    { ...loops, value: 'SHARE', what: 'a number from 0 to 1', default: defaultLimits.unhealthyThreshold },
  ),
  'large-cluster-size-threshold': integerFlag(
    'nodes up to which a zone is small: while it is partially disrupted, nothing is driven away',
    { ...loops, default: defaultLimits.largeZone },
  ),
};

const nodeLifecycle = group({
  nodeMonitorPeriod: option(amount, monitorPeriod, { read: (flags) => flags['node-monitor-period'] }),
  nodePeriods: option(
    shape<HealthPeriods>({ grace: amount, startupGrace: amount }, ['grace', 'startupGrace']),
    healthFlags,
    {
      check: (flags) => {
        const period = flags['node-monitor-period'];
        if (period > 0 && flags['node-monitor-grace-period'] > period) return;
        throw new UsageError(
          '--node-monitor-grace-period must be longer than --node-monitor-period, and both positive',
        );
      },
      read: (flags): HealthPeriods => ({
        grace: flags['node-monitor-grace-period'],
        startupGrace: flags['node-startup-grace-period'],
      }),
    },
  ),
  evictionLimits: option(
    shape<EvictionLimits>(
      { rate: amount, secondaryRate: amount, unhealthyThreshold: number(0, 1), largeZone: amount },
      ['rate', 'secondaryRate', 'unhealthyThreshold', 'largeZone'],
    ),
    evictionFlags,
    {
      read: (flags): EvictionLimits => ({
        rate: flags['node-eviction-rate'],
        secondaryRate: flags['secondary-node-eviction-rate'],
        unhealthyThreshold: flags['unhealthy-zone-threshold'],
        largeZone: flags['large-cluster-size-threshold'],
      }),
    },
  ),
  finishedPods: integerOption(
    'terminated-pod-gc-threshold',
    'finished pods from which on the oldest are deleted; 0: never',
    { ...loops, default: 12_500 },
    amount,
  ),
} satisfies OptionTable<NodeLifecycleSettings>);

const nodeConnection = group({
  agentCa: pemOption(
    'kubelet-certificate-authority',
    'PEM of the authority of node agents; their certificates are not checked when not given',
    heading,
  ),
  client: keyPairOption(
    [
      'kubelet-client-certificate',
      'PEM of the client certificate for node agents; one of an own authority when not given',
    ],
    ['kubelet-client-key', 'PEM of its key'],
    heading,
  ),
  addressTypes: flagOption(
    list(text),
    'kubelet-preferred-address-types',
    listFlag<AddressType>('types of node addresses in the order they are tried', {
      ...heading,
      parse: (given) => addressTypes.find((type) => type === given),
      what: `one of ${addressTypes.join(', ')}`,
    }),
  ),
} satisfies OptionTable<NodeConnectionOptions>);

const tolerationFlags = {
  'default-not-ready-toleration-seconds': integerFlag('how long pods stay on a node that is not ready', {
    group: 'Objects',
    default: 300,
  }),
  'default-unreachable-toleration-seconds': integerFlag('how long pods stay on a node that is unreachable', {
    group: 'Objects',
    default: 300,
  }),
};

type Tolerations = NonNullable<ApiServerOptions['tolerationSeconds']>;

export const nodeOptions = {
  nodeConnection,
  nodeJoining: switchOption(
    'node-joining',
    'let nodes join with bootstrap tokens: takes and cleans up the tokens, and binds the roles that joining needs',
    heading,
  ),
  nodeLifecycle,
  tolerationSeconds: option(
    shape<Tolerations>({ notReady: wholeNumber(), unreachable: wholeNumber() }, ['notReady', 'unreachable']),
    tolerationFlags,
    {
      read: (flags): Tolerations => ({
        notReady: flags['default-not-ready-toleration-seconds'],
        unreachable: flags['default-unreachable-toleration-seconds'],
      }),
    },
  ),
};

function numberBetween(given: string, least: number, most: number): number | undefined {
  const parsed = given.trim() === '' ? Number.NaN : Number(given);
  return parsed >= least && parsed <= most ? parsed : undefined;
}
