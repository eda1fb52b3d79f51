// When the node runs short: which pod ends, why, and what is tried before.

import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { parseThresholds, type WatchedThreshold } from '../../host/eviction-threshold.ts';
import type { HostMetrics } from '../../host/host-metrics.ts';
import type { Container, Pod, PodSpec } from '../object/pod.ts';
import { Eviction } from './eviction.ts';
import { nothingUsed, type PodAmounts } from './pod-usage.ts';
import { ranked, type Starved } from './ranking.ts';
import { limitVerdict, shortageVerdict } from './verdict.ts';

const mebi = 1024 ** 2;
const podOf = (name: string, requests: object = {}, more: PodSpec = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: name },
  spec: { containers: [{ name: 'app', resources: { requests } } as Container], ...more },
});
const used = (fields: Partial<PodAmounts>): PodAmounts => ({ ...nothingUsed, ...fields });
const ram = (amount: number) =>
  used({ memory: amount * mebi, containers: new Map([['app', { memory: amount * mebi, disk: 0 }]]) });

t.test(
  'those that use more than they asked for end first, then those of lower priority, then the largest excess',
  async (t) => {
    const order = (starved: Starved, pods: readonly { readonly pod: Pod; readonly usage: PodAmounts }[]) =>
      ranked(pods, starved).map(({ pod }) => pod.metadata.name);
    const important = { priority: 100 };
    t.strictSame(
      order('memory', [
        { pod: podOf('within', { memory: '900Mi' }), usage: ram(800) },
        { pod: podOf('important', {}, important), usage: ram(500) },
        { pod: podOf('small'), usage: ram(10) },
        { pod: podOf('large', { memory: '50Mi' }), usage: ram(100) },
        { pod: podOf('within-important', { memory: '1Gi' }, important), usage: ram(1) },
      ]),
      ['large', 'small', 'important', 'within', 'within-important'],
    );
    t.strictSame(
      order('pids', [
        { pod: podOf('few'), usage: used({ processes: 5 }) },
        { pod: podOf('important', {}, important), usage: used({ processes: 500 }) },
        { pod: podOf('many'), usage: used({ processes: 50 }) },
      ]),
      ['many', 'few', 'important'],
      'of processes nothing is asked for',
    );
    t.strictSame(
      order('ephemeral-storage', [
        { pod: podOf('asked', { 'ephemeral-storage': '1Gi' }), usage: used({ disk: 500 * mebi }) },
        { pod: podOf('not-asked'), usage: used({ disk: mebi }) },
      ]),
      ['not-asked', 'asked'],
    );
  },
);

t.test('the message of an evicted pod says what was short, and which containers used too much', async (t) => {
  const pod = podOf('p', { memory: '10Mi' });
  const amounts = { threshold: 100 * mebi, available: 50 * mebi };
  const message =
    'The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. ' +
    'Container app was using 20Mi, request is 10Mi, has larger consumption of memory. ';
  t.strictSame(shortageVerdict(pod, ram(20), 'memory', amounts), { message, disruption: message });
  t.equal(
    shortageVerdict(pod, ram(5), 'pids', { threshold: 1638, available: 12 }).message,
    'The node was low on resource: pids. Threshold quantity: 1638, available: 12. ',
  );
});

t.test('the message of a pod that writes more to disk than it may names the limit', async (t) => {
  const volumes = [{ name: 'v', emptyDir: { sizeLimit: '1Mi' } }];
  const pod = podOf('p', {}, { volumes });
  t.equal(limitVerdict(pod, used({ emptyDirs: new Map([['v', mebi]]) })), undefined, 'at the limit');
  t.strictSame(limitVerdict(pod, used({ emptyDirs: new Map([['v', mebi + 1]]) })), {
    message: 'Usage of EmptyDir volume "v" exceeds the limit "1Mi". ',
  });
  const limits = (...amounts: readonly (string | undefined)[]): Pod =>
    podOf(
      'p',
      {},
      {
        containers: amounts.map((one, at) => ({
          name: `c${at}`,
          ...(one === undefined ? {} : { resources: { limits: { 'ephemeral-storage': one } } }),
        })),
      },
    );
  const each = used({ disk: 3 * mebi, containers: new Map([['c0', { memory: 0, disk: 2 * mebi }]]) });
  t.equal(
    limitVerdict(limits('1Mi', '1Mi'), each)?.message,
    'Pod ephemeral local storage usage exceeds the total limit of containers 2Mi. ',
  );
  t.equal(
    limitVerdict(limits('1Mi', undefined), each)?.message,
    'Container c0 exceeded its local ephemeral storage limit "1Mi". ',
  );
  t.equal(limitVerdict(limits(undefined, '9Mi'), each), undefined);
  const inMemory = [{ name: 'v', emptyDir: { medium: 'Memory', sizeLimit: '1' } }];
  t.equal(limitVerdict(podOf('p', {}, { volumes: inMemory }), each), undefined);
});

interface State {
  memory: number;
  disk: number;
  /** What giving up wins back. */
  gain: number;
}

function scene(t: Test, table: Readonly<Record<string, string>>, grace = 0) {
  const clock = new FakeClock();
  const state: State = { memory: 500 * mebi, disk: 500 * mebi, gain: 0 };
  const supply = (available: number) => ({ total: 1000 * mebi, available });
  const figures = async (): Promise<HostMetrics> => ({
    memory: supply(state.memory),
    nodeDisk: supply(state.disk),
    nodeInodes: supply(500 * mebi),
    pids: supply(500 * mebi),
  });
  const ended = new Map<string, readonly [message: string, grace: number | undefined]>();
  const pods = new Map<string, { readonly pod: Pod; readonly usage: PodAmounts; readonly evictable: boolean }>();
  let givenUp = 0;
  const thresholds = parseThresholds(table).map((threshold): WatchedThreshold => ({ threshold, gracePeriod: grace }));
  const eviction = new Eviction({
    thresholds,
    figures,
    pods: () =>
      [...pods].map(([name, { pod, evictable }]) => ({
        pod,
        evictable: evictable && !ended.has(name),
        evict: ({ message }, seconds) => void ended.set(name, [message, seconds]),
        hasEnded: () => ended.has(name),
      })),
    usage: async () => new Map([...pods].map(([name, { usage }]) => [name, usage])),
    giveUp: async () => {
      givenUp += 1;
      state.disk += state.gain;
    },
    mostGrace: 7,
    clock,
    log: silentLog,
  });
  const end = new AbortController();
  const run = eviction.run(end.signal);
  t.teardown(async () => {
    end.abort();
    await run;
  });
  const rounds = async (count = 1): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      await clock.untilSleeping();
      await clock.advance(10_000);
      await clock.untilSleeping();
    }
  };
  const add = (name: string, usage: PodAmounts, evictable = true, spec: PodSpec = {}): void =>
    void pods.set(name, { pod: podOf(name, {}, spec), usage, evictable });
  return { state, ended, add, rounds, given: () => givenUp };
}

t.test('one pod ends at a time, for as long as the node runs short, and those that it needs never', async (t) => {
  const { state, ended, add, rounds } = scene(t, { 'memory.available': '100Mi' });
  add('critical', ram(400), false);
  add('large', ram(300));
  add('small', ram(30));
  await rounds(2);
  t.equal(ended.size, 0);
  state.memory = 50 * mebi;
  await rounds();
  t.strictSame([...ended.keys()], ['large']);
  t.equal(ended.get('large')?.[1], 1, 'at once');
  state.memory = 200 * mebi;
  await rounds(2);
  t.strictSame([...ended.keys()], ['large'], 'that was enough');
  state.memory = 1;
  await rounds(4);
  t.strictSame([...ended.keys()], ['large', 'small']);
});

t.test('a soft threshold counts after its time, and leaves pods the time that is set', async (t) => {
  const { state, ended, add, rounds } = scene(t, { 'memory.available': '100Mi' }, 35_000);
  add('one', ram(300));
  state.memory = 50 * mebi;
  await rounds(3);
  t.equal(ended.size, 0);
  await rounds(2);
  t.equal(ended.get('one')?.[1], 7);
});

t.test('when the disk is short, images go before pods', async (t) => {
  const { state, ended, add, rounds, given } = scene(t, { 'nodefs.available': '10%' });
  add('one', used({ disk: 300 * mebi }));
  state.disk = 50 * mebi;
  state.gain = 100 * mebi;
  await rounds();
  t.strictSame([ended.size, given()], [0, 1]);
  [state.disk, state.gain] = [50 * mebi, 0];
  await rounds();
  t.match(
    ended.get('one')?.[0],
    /^The node was low on resource: ephemeral-storage\. Threshold quantity: 100Mi, available: 50Mi\./,
  );
});

t.test('pods that pass their own limits end while the node has enough', async (t) => {
  const { ended, add, rounds } = scene(t, { 'memory.available': '100Mi' });
  const volumes = [{ name: 'v', emptyDir: { sizeLimit: '1Mi' } }];
  add('free', used({ emptyDirs: new Map([['v', 9 * mebi]]) }));
  add('limited', used({ emptyDirs: new Map([['v', 9 * mebi]]) }), true, { volumes });
  await rounds();
  t.strictSame([...ended.keys()], ['limited']);
});
