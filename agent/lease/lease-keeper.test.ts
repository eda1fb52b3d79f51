import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { type Log, silentLog } from '../../shared/process/log/log.ts';
import { refusal, stubObjects } from '../../fixtures/agent/objects.fixture.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { type Lease, nextLease } from './next-lease.ts';

const terms = {
  apiVersion: 'coordination.example/v1',
  namespace: 'node-lease',
  nodeName: 'n1',
  durationSeconds: 40,
} as const;

function scene(t: { teardown(end: () => Promise<void>): unknown }, log: Log = silentLog, dropped?: () => void) {
  const clock = new FakeClock();
  const leases = stubObjects<Lease>();
  const abort = new AbortController();
  const state = { nodeUid: 'u1' as string | undefined, isFailing: false };
  const nodeUid = async (): Promise<string> => {
    if (state.isFailing) throw refusal(500, 'InternalError');
    if (state.nodeUid === undefined) throw refusal(404, 'NotFound');
    return state.nodeUid;
  };
  let missing = 0;
  const keeper = new LeaseKeeper({
    leases,
    nodeUid,
    terms,
    clock,
    log,
    random: () => 0,
    nodeMissing: () => (missing += 1),
    onRepeatedFailure: async () => dropped?.(),
  });
  const ended = keeper.run(abort.signal);
  t.teardown(async () => {
    abort.abort();
    await ended;
  });
  const verbs = (): string => leases.calls.map(({ verb }) => verb).join(' ');
  return { clock, leases, state, verbs, keeper, missing: () => missing };
}

t.test('a lease names its holder, owner, duration and time and keeps what others wrote', async (t) => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
  const first = nextLease(undefined, { ...terms, nodeUid: 'u' }, now);
  t.strictSame(first, {
    apiVersion: 'coordination.example/v1',
    kind: 'Lease',
    metadata: {
      name: 'n1',
      namespace: 'node-lease',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u' }],
    },
    spec: { holderIdentity: 'n1', leaseDurationSeconds: 40, renewTime: '2026-01-02T03:04:05.006000Z' },
  });
  const kept = {
    ...first,
    metadata: { ...first.metadata, labels: { a: 'b' } },
    spec: { ...first.spec, strategy: 'x' },
  };
  t.match(nextLease(kept, { ...terms, nodeUid: 'u' }, now + 10_000), {
    metadata: { labels: { a: 'b' } },
    spec: { strategy: 'x', renewTime: '2026-01-02T03:04:15.006000Z' },
  });
});

t.test('the lease is created and then replaced every 10 seconds (NSTAT-028, NSTAT-029)', async (t) => {
  const { clock, leases, verbs } = scene(t);
  await clock.advance(30_000);
  t.equal(verbs(), 'get create update update update');
  t.equal(leases.objects.get('n1')?.spec?.renewTime, '2026-01-01T00:00:30.000000Z');
});

t.test('after a failure the pauses double from 200 ms to 7 s until it works again (NSTAT-030)', async (t) => {
  const { clock, leases } = scene(t);
  leases.failing = () => true;
  const times: number[] = [];
  let seen = 0;
  for (let elapsed = 0; elapsed <= 35_000; elapsed += 100) {
    await clock.advance(elapsed === 0 ? 0 : 100);
    if (leases.calls.length > seen) times.push(clock.monotonic());
    seen = leases.calls.length;
  }
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  t.strictSame(pauses.slice(0, 8), [200, 400, 800, 1600, 3200, 6400, 7000, 7000]);
  leases.failing = () => false;
  await clock.advance(7_000);
  t.ok(leases.objects.has('n1'), 'written as soon as the server answers');
});

t.test(
  'a server that is gone for ten minutes is asked every seven seconds at most, and gets one renewal when it is back (NSTAT-030)',
  async (t) => {
    const { clock, leases, verbs } = scene(t);
    await clock.advance(30_000);
    leases.failing = () => true;
    leases.calls.length = 0;
    // The renewal that is due is tried at once five times, then the pauses are 200 ms, doubling to 7 s.
    await clock.advance(10_000);
    t.match(verbs(), /^(?:update ){5}(?:get ?)+$/);
    const gone = 600_000;
    leases.calls.length = 0;
    await clock.advance(gone - 10_000);
    t.ok(leases.calls.every(({ verb }) => verb === 'get'));
    t.ok(leases.calls.length <= 5 + (gone - 10_000) / 7_000, `${leases.calls.length} calls`);
    t.ok(leases.calls.length >= (gone - 10_000) / 7_000 - 1, 'and no pause is longer');

    leases.failing = () => false;
    leases.calls.length = 0;
    await clock.advance(7_000);
    t.equal(verbs(), 'get update', 'one renewal, not those that were missed');
    t.equal(leases.objects.get('n1')?.metadata.uid, 'uid-1', 'of the same lease');
    leases.calls.length = 0;
    await clock.advance(20_000);
    t.equal(verbs(), 'update update', 'and then as ever');
  },
);

t.test('a renewal without an answer is tried five times at once, then read again', async (t) => {
  const { clock, leases, verbs } = scene(t);
  await clock.advance(0);
  leases.failing = (verb) => verb === 'update';
  leases.calls.length = 0;
  await clock.advance(10_000);
  t.equal(verbs(), 'update update update update update get update');
});

t.test(
  'a refused renewal is tried five times too: only a conflict and a lease that is gone are read again at once',
  async (t) => {
    const { clock, leases, verbs } = scene(t);
    await clock.advance(0);
    leases.forbidding = (verb) => verb === 'update';
    leases.calls.length = 0;
    await clock.advance(9_999);
    t.equal(verbs(), '');
    await clock.advance(1);
    t.match(verbs(), /^update update update update update get/);
  },
);

t.test('a lease that another client wrote is read again and renewed', async (t) => {
  const { clock, leases, verbs } = scene(t);
  await clock.advance(0);
  await leases.update({ ...(leases.objects.get('n1') as Lease) });
  leases.calls.length = 0;
  await clock.advance(10_000);
  t.equal(verbs(), 'update get update');
});

t.test('a lease that was deleted is made again without another try to replace it', async (t) => {
  const { clock, leases, verbs } = scene(t);
  await clock.advance(0);
  leases.objects.clear();
  leases.calls.length = 0;
  await clock.advance(10_000);
  t.equal(verbs(), 'update get create');
});

t.test('connections are given up from the second failure in a row on, not for one alone', async (t) => {
  let dropped = 0;
  const { clock, leases } = scene(t, silentLog, () => (dropped += 1));
  await clock.advance(0);
  let left = 1;
  leases.failing = () => (left -= 1) >= 0;
  await clock.advance(10_000);
  t.equal(dropped, 0, 'one failure');
  left = 2;
  await clock.advance(10_000);
  t.equal(dropped, 1, 'two');
  left = 5;
  await clock.advance(10_000);
  t.equal(dropped, 5, 'each of the four after the first');
});

t.test('no lease is created before the node exists, and one of a node made again names the new uid', async (t) => {
  const { clock, leases, state, missing } = scene(t);
  state.nodeUid = undefined;
  await clock.advance(20_000);
  t.equal(leases.calls.length, 0, 'nothing while there is no node');
  t.ok(missing() > 0, 'which is logged');
  state.nodeUid = 'u1';
  await clock.advance(7_000);
  t.match(leases.objects.get('n1')?.metadata.ownerReferences, [{ uid: 'u1' }]);
  leases.objects.clear();
  state.nodeUid = 'u2';
  await clock.advance(10_000);
  t.match(leases.objects.get('n1')?.metadata.ownerReferences, [{ uid: 'u2' }]);
});

t.test('a lease whose node was made again belongs to the new one from the next renewal on', async (t) => {
  const { clock, leases, keeper, verbs } = scene(t);
  await clock.advance(0);
  const kept = leases.objects.get('n1') as Lease;
  const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'n1', uid: 'c' };
  kept.metadata.ownerReferences = [...(kept.metadata.ownerReferences ?? []), other];
  leases.calls.length = 0;
  await clock.advance(10_000);
  keeper.ownedBy('u2');
  await clock.advance(10_000);
  t.equal(verbs(), 'update update', 'without reading it');
  t.match(leases.objects.get('n1')?.metadata.ownerReferences, [{ kind: 'Node', name: 'n1', uid: 'u2' }]);
  const before = { ...kept, metadata: { ...kept.metadata, ownerReferences: [other] } };
  t.strictSame(nextLease(before, { ...terms, nodeUid: 'u2' }, 0).metadata.ownerReferences, [other], 'others stay');
});

t.test('an answer that takes long does not move the beat, nor does an outage', async (t) => {
  const { clock, leases } = scene(t);
  const times: number[] = [];
  const update = leases.update.bind(leases);
  let duration = 0;
  leases.update = async (lease) => {
    times.push(clock.monotonic());
    await clock.sleep(duration);
    return update(lease);
  };
  await clock.advance(5_000);
  duration = 3_000;
  await clock.advance(30_000);
  t.strictSame(times, [10_000, 20_000, 30_000]);
  duration = 9_000;
  await clock.advance(30_000);
  t.strictSame(times.slice(3), [40_000, 60_000], 'a beat that is almost there is left out');
  duration = 0;
  leases.failing = () => true;
  await clock.advance(60_000);
  leases.failing = () => false;
  times.length = 0;
  await clock.advance(30_000);
  t.strictSame(
    times.slice(1).map((time) => time % 10_000),
    [0, 0],
    `${times.join()}: the first was late`,
  );
});

t.test('a period is longer by four hundredths at most, so that nodes do not renew together', async (t) => {
  const clock = new FakeClock();
  const leases = stubObjects<Lease>();
  const abort = new AbortController();
  const nodeUid = async () => 'u1';
  const keeper = new LeaseKeeper({ leases, nodeUid, terms, clock, log: silentLog, random: () => 0.999_999 });
  const ended = keeper.run(abort.signal);
  await clock.advance(10_399);
  t.equal(leases.calls.filter(({ verb }) => verb === 'update').length, 0);
  await clock.advance(1);
  t.equal(leases.calls.filter(({ verb }) => verb === 'update').length, 1);
  abort.abort();
  await ended;
});

t.test('a step of the wall clock does not move the renewals', async (t) => {
  const { clock, leases } = scene(t);
  await clock.advance(0);
  leases.calls.length = 0;
  clock.stepWallClock(3_600_000);
  await clock.advance(9_999);
  t.equal(leases.calls.length, 0);
  await clock.advance(1);
  t.equal(leases.calls.length, 1);
});

t.test('a first start that waits for its node says so once, and warns when that takes long', async (t) => {
  const lines: string[] = [];
  const log: Log = {
    ...silentLog,
    info: (text) => lines.push(`info ${text}`),
    warn: (text, fields) => lines.push(`warn ${text} ${String(fields?.failures)}`),
  };
  const { clock, state, verbs } = scene(t, log);
  state.nodeUid = undefined;
  await clock.advance(1_600);
  t.strictSame(lines, ['info the node lease waits for its node']);
  await clock.advance(4_000);
  t.strictSame(lines.slice(1), ['warn the node lease could not be written 5']);
  state.nodeUid = 'u1';
  await clock.advance(4_000);
  t.equal(verbs(), 'get create');
  t.equal(lines.at(-1), 'info the node lease is written again');
});

t.test('the end of an outage is logged once, with its duration', async (t) => {
  const lines: string[] = [];
  const log: Log = {
    ...silentLog,
    info: (text, fields) => lines.push(`${text} ${JSON.stringify(fields)}`),
    warn: () => lines.push('warn'),
  };
  const { clock, leases } = scene(t, log);
  await clock.advance(20_000);
  t.strictSame(lines, [], 'successful renewals are not logged');
  let left = 8;
  leases.failing = () => (left -= 1) >= 0;
  await clock.advance(60_000);
  t.strictSame(
    lines.slice(0, 8),
    Array.from({ length: 8 }, () => 'warn'),
  );
  t.match(lines.slice(8), [/^the node lease is written again \{"secondsFailing":\d\}$/]);
});

t.test('a defect ends the renewals with its error, never silently', async (t) => {
  const keeper = new LeaseKeeper({
    leases: stubObjects<Lease>(),
    nodeUid: async () => 'u1',
    terms,
    clock: new FakeClock(),
    log: silentLog,
    random: () => {
      throw new Error('a defect');
    },
  });
  await t.rejects(keeper.run(new AbortController().signal), { message: 'a defect' });
});

t.test('a server that cannot read the node has not said that it is gone', async (t) => {
  const { clock, leases, state, missing } = scene(t);
  state.isFailing = true;
  await clock.advance(20_000);
  t.equal(leases.calls.length, 0, 'no lease names a node of unknown uid');
  t.equal(missing(), 0);
  state.isFailing = false;
  await clock.advance(7_000);
  t.ok(leases.objects.has('n1'));
});

t.test('how late a renewal begins is a figure: none while the host keeps up', async (t) => {
  const clock = new FakeClock();
  const late: number[] = [];
  const leases = stubObjects<Lease>();
  const abort = new AbortController();
  const lateness = { observe: (seconds: number) => void late.push(seconds) };
  const keeper = new LeaseKeeper({
    leases,
    nodeUid: async () => 'u1',
    terms,
    clock,
    log: silentLog,
    random: () => 0,
    lateness,
    onRepeatedFailure: async () => {},
  });
  const ended = keeper.run(abort.signal);
  await clock.advance(30_000);
  t.strictSame(late, [0, 0, 0]);
  abort.abort();
  await ended;
});
