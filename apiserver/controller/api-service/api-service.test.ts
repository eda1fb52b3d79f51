import t from 'tap';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { apiEndpoints } from './api-endpoints.ts';
import { serviceRangePublisher } from './default-service-range.ts';
import { type LiveServers, onlyServer } from './live-servers.ts';

/** Servers that know each other without a store. */
class Known implements LiveServers {
  readonly addresses = new Set<string>();

  async announce(address: string) {
    this.addresses.add(address);
    return [...this.addresses];
  }

  async withdraw(address: string) {
    this.addresses.delete(address);
    return [...this.addresses];
  }
}

/** So much later, of a loop that is waiting. */
async function pass(clock: FakeClock, milliseconds: number): Promise<void> {
  await eventually(() => clock.sleeping > 0, 'a pause');
  await clock.advance(milliseconds);
}

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const name = vendor.fill('{maker}');
  const paths = {
    endpoints: '/api/v1/endpoints',
    slices: `/apis/${vendor.fill('discovery.{api}')}/v1/endpointslices`,
    ranges: `/apis/${vendor.fill('networking.{api}')}/v1/servicecidrs`,
  };
  const testApi = () =>
    new TestApi({
      [paths.endpoints]: { kind: 'Endpoints', namespaced: true },
      [paths.slices]: { kind: 'EndpointSlice', namespaced: true },
      [paths.ranges]: { kind: 'ServiceCIDR', namespaced: false },
    });
  const start = (api: TestApi, clock: FakeClock, address: string, servers: LiveServers, port = 6443) => {
    const end = new AbortController();
    const loop = apiEndpoints({ vendor, clock, log: silentLog, transport: api.transport, address, port, servers });
    const done = loop.run(end.signal);
    return async () => {
      end.abort(new Error('stopped'));
      await done;
    };
  };
  const published = (api: TestApi) =>
    JSON.stringify([
      api.get(paths.endpoints, 'default', name)?.['subsets'] ?? null,
      api.get(paths.slices, 'default', name)?.['endpoints'] ?? null,
    ]);
  const of = (...addresses: string[]) => {
    const subset = {
      addresses: addresses.map((ip) => ({ ip })),
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    };
    return JSON.stringify([
      addresses.length === 0 ? null : [subset],
      addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
    ]);
  };

  t.test(`each server is an endpoint of the service of the API while it serves, with ${id}`, async (t) => {
    const api = testApi();
    const clock = new FakeClock();
    const servers = new Known();
    const stopFirst = start(api, clock, '192.0.2.2', servers);
    await eventually(() => published(api) === of('192.0.2.2'), 'the first server');
    t.match(api.get(paths.endpoints, 'default', name)?.metadata.labels, {
      [vendor.fill('endpointslice.{label}/skip-mirror')]: 'true',
    });
    t.match(api.get(paths.slices, 'default', name), {
      metadata: { labels: { [vendor.fill('{label}/service-name')]: name } },
      addressType: 'IPv4',
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    });
    const stopSecond = start(api, clock, '192.0.2.1', servers);
    await eventually(() => published(api) === of('192.0.2.1', '192.0.2.2'), 'both servers');
    await stopFirst();
    t.equal(published(api), of('192.0.2.1'));
    await stopSecond();
    t.equal(published(api), of());
  });

  t.test(
    `endpoints that were changed or deleted are put back, what others wrote beside them stays, with ${id}`,
    async (t) => {
      const api = testApi();
      const clock = new FakeClock();
      const stop = start(api, clock, '192.0.2.1', onlyServer);
      await eventually(() => published(api) === of('192.0.2.1'), 'the server');
      const requests = () => api.requests.filter((request) => !request.startsWith('GET')).length;
      const before = requests();
      const reads = () => api.requests.length - requests();
      const seen = reads();
      await pass(clock, 10_000);
      await eventually(() => reads() >= seen + 2, 'a round without a change');
      t.equal(requests(), before, 'nothing is written without a reason');
      const stored = api.get(paths.endpoints, 'default', name);
      if (stored === undefined) throw new Error('no endpoints');
      const metadata = { ...stored.metadata, annotations: { note: 'kept' } };
      api.put(paths.endpoints, { ...stored, metadata, subsets: [{ addresses: [{ ip: '192.0.2.9' }] }] });
      api.remove(paths.slices, 'default', name);
      await pass(clock, 10_000);
      await eventually(() => published(api) === of('192.0.2.1'), 'the repair');
      t.match(api.get(paths.endpoints, 'default', name)?.metadata.annotations, { note: 'kept' });
      await stop();
    },
  );

  t.test(`a server that could not write its endpoints tries again, with ${id}`, async (t) => {
    const api = testApi();
    const clock = new FakeClock();
    api.refusals.set('POST /api/v1/namespaces/default/endpoints', 1);
    const stop = start(api, clock, '2001:db8::1', onlyServer);
    await eventually(() => api.requests.some((request) => request.startsWith('POST')), 'the refused write');
    await pass(clock, 1_000);
    await eventually(() => published(api) === of('2001:db8::1'), 'the second attempt');
    t.equal(api.get(paths.slices, 'default', name)?.['addressType'], 'IPv6');
    await stop();
  });

  t.test(`the range of service addresses is published, and ready, with ${id}`, async (t) => {
    const api = testApi();
    const clock = new FakeClock();
    const end = new AbortController();
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
    const run = serviceRangePublisher({ vendor, clock, log, transport: api.transport, range: '10.0.0.0/24' }).run(
      end.signal,
    );
    const ready = () =>
      (api.get(paths.ranges, '', name)?.['status'] as { conditions?: { type: string; status: string }[] } | undefined)
        ?.conditions?.[0];
    await eventually(() => ready() !== undefined, 'the condition');
    t.match(ready(), { type: 'Ready', status: 'True' });
    t.strictSame(api.get(paths.ranges, '', name)?.['spec'], { cidrs: ['10.0.0.0/24'] });
    api.remove(paths.ranges, '', name);
    const other = { apiVersion: 'v1', kind: 'ServiceCIDR', metadata: { name }, spec: { cidrs: ['10.9.0.0/24'] } };
    api.put(paths.ranges, other);
    await pass(clock, 10_000);
    await eventually(() => warnings.length === 1, 'the warning');
    t.equal(ready(), undefined, 'the range of another is left alone');
    api.remove(paths.ranges, '', name);
    await pass(clock, 10_000);
    await eventually(() => ready() !== undefined, 'it is made again');
    end.abort(new Error('stopped'));
    await run;
  });
}
