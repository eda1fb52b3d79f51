import t from 'tap';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { leaderElection } from './leader-election.ts';
import { TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';

function scene(t: { teardown(end: () => Promise<void>): unknown }, vendor: Vendor) {
  const clock = new FakeClock();
  const leases = vendor.fill('/apis/coordination.{api}/v1/leases');
  const api = new TestApi({ [leases]: { kind: 'Lease', namespaced: true } });
  const server = (identity: string, name?: string) => {
    const state = { leads: false, terms: 0, cutOff: false, endsLate: Promise.resolve() };
    const transport: Transport = (request) =>
      state.cutOff ? Promise.reject(new Error('no answer')) : api.transport(request);
    const stop = new AbortController();
    const ended = leaderElection({
      client: new ApiClient(transport, { clock }),
      vendor,
      identity,
      ...(name === undefined ? {} : { lease: name }),
      clock,
      log: silentLog,
      lead: async (signal) => {
        state.leads = true;
        state.terms += 1;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await state.endsLate;
        state.leads = false;
      },
    }).run(stop.signal);
    const end = async (): Promise<void> => {
      stop.abort();
      await ended;
    };
    t.teardown(end);
    return Object.assign(state, { end });
  };
  const lease = () => api.get(leases, vendor.fill('{short}-system'), vendor.fill('{short}-controller-manager'));
  const take = (holderIdentity: string): void => {
    const taken = lease();
    if (taken === undefined) throw new Error('there is no lease');
    api.put(leases, { ...taken, spec: { ...(taken['spec'] as object), holderIdentity } });
  };
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) await clock.advance(1000);
  };
  return { server, lease, take, pass };
}

for (const id of vendorIds) {
  t.test(`a server with another lease does not touch the default one, with ${id}`, async (t) => {
    const { server, lease, pass } = scene(t, vendorOf(id));
    const some = server('some', 'orch-apiserver');
    const whole = server('whole');
    await pass(1);
    t.strictSame([some.leads, whole.leads], [true, true]);
    t.match(lease(), { spec: { holderIdentity: 'whole' } });
  });

  t.test(`one of two servers leads, and the other one when it is stopped, with ${id}`, async (t) => {
    const { server, lease, pass } = scene(t, vendorOf(id));
    const first = server('first');
    await pass(1);
    const second = server('second');
    await pass(60);
    t.strictSame([first.leads, second.leads], [true, false]);
    t.match(lease(), { spec: { holderIdentity: 'first', leaseDurationSeconds: 15, leaseTransitions: 0 } });
    await first.end();
    t.notOk(first.leads);
    t.match(lease(), { spec: { holderIdentity: '' } }, 'it gives the lease back');
    await pass(3);
    t.ok(second.leads, 'so the other need not wait');
    t.match(lease(), { spec: { holderIdentity: 'second', leaseTransitions: 1 } });
  });
}

t.test('a leader that is cut off stops before another one begins', async (t) => {
  const { server, lease, pass } = scene(t, vendorOf('orch'));
  const first = server('first');
  await pass(1);
  const second = server('second');
  await pass(10);
  first.cutOff = true;
  let both = 0;
  let stopped = 0;
  for (let second_ = 1; second_ <= 30; second_ += 1) {
    await pass(1);
    if (first.leads && second.leads) both += 1;
    if (first.leads) stopped = second_;
  }
  t.equal(both, 0);
  t.ok(stopped >= 6 && stopped <= 12, `it went on for ${stopped} seconds`);
  t.ok(second.leads);
  first.cutOff = false;
  await pass(30);
  t.strictSame([first.leads, first.terms], [false, 1], 'it is back, and waits');
  t.match(lease(), { spec: { holderIdentity: 'second' } });
  second.cutOff = true;
  await pass(30);
  t.strictSame([first.leads, first.terms, second.leads], [true, 2, false], 'and leads a second term');
});

t.test('a server that stops slowly does not release a lease that another one holds', async (t) => {
  const { server, lease, take, pass } = scene(t, vendorOf('orch'));
  const first = server('first');
  await pass(1);
  t.ok(first.leads);
  let ended = (): void => {};
  first.endsLate = new Promise((resolve) => {
    ended = resolve;
  });
  take('other');
  await pass(3);
  const end = first.end();
  ended();
  await end;
  t.notOk(first.leads);
  t.match(lease(), { spec: { holderIdentity: 'other' } });
});
