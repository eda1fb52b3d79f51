import t, { type Test } from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { type Ask, administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startApiServer } from '../index.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

const maps = '/api/v1/namespaces/default/configmaps';

async function serverWith(t: Test, options: ApiServerOptions): Promise<Ask> {
  const server = await startApiServer({ controllers: false, ...options });
  t.teardown(() => server.stop());
  return administratorOf(server);
}

async function createMaps(ask: Ask, count: number, size: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const metadata = { name: `m-${index}` };
    await ask('POST', maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(size) } });
  }
}

t.test('a gate that is unknown, or stable and switched off, ends the start (VERS-015, VERS-019)', async (t) => {
  await t.rejects(startApiServer({ featureGates: { NoSuchGate: true } }), {
    message: 'unknown feature gate NoSuchGate',
  });
  await t.rejects(startApiServer({ featureGates: { AuthorizeWithSelectors: false } }), {
    message: /AuthorizeWithSelectors is stable and can no longer be switched off/,
  });
});

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(`${vendor}: a beta feature is on, and off when its gate is (VERS-012, VERS-013, MEDIA-054)`, async (t) => {
    const on = await serverWith(t, { vendor });
    const off = await serverWith(t, {
      vendor,
      featureGates: { APIResponseCompression: false, WatchList: false, ListFromCacheSnapshot: false },
    });
    const streaming =
      `${maps}?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan` +
      '&timeoutSeconds=1';
    for (const [ask, coding, watch] of [
      [on, 'gzip', 200],
      [off, undefined, 422],
    ] as const) {
      await createMaps(ask, 2, 100_000);
      const list = await ask('GET', maps, undefined, { 'accept-encoding': 'gzip' });
      t.equal(list.status, 200);
      t.equal(list.headers['content-encoding'], coding);
      const stream = await ask('GET', streaming);
      t.equal(stream.status, watch);
      if (watch === 422) t.match(JSON.parse(stream.text), { reason: 'Invalid', message: /WatchList feature gate/ });
      const metric = vendorOf(vendor).fill('{maker}_feature_enabled');
      const series = `${metric}{name="WatchList",stage="BETA"} ${watch === 200 ? 1 : 0}\n`;
      t.match((await ask('GET', '/metrics')).text, series);
    }
  });
}

t.test('lists at an older version are the same from the store as from snapshots (RV-049)', async (t) => {
  for (const snapshots of [true, false]) {
    const ask = await serverWith(t, { featureGates: { ListFromCacheSnapshot: snapshots } });
    await createMaps(ask, 3, 10);
    const first = JSON.parse((await ask('GET', `${maps}?limit=1`)).text);
    await ask('DELETE', `${maps}/m-2`);
    const { resourceVersion, continue: token } = first.metadata;
    const rest = JSON.parse((await ask('GET', `${maps}?limit=5&continue=${token}`)).text);
    t.strictSame(
      rest.items.map((item: { metadata: { name: string } }) => item.metadata.name),
      ['m-1', 'm-2'],
    );
    const exact = await ask('GET', `${maps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
    t.equal(JSON.parse(exact.text).items.length, 3);
  }
});

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(
    `${vendor}: mismatches of declared rules count from 0, under the vendor's name (DECLVAL-001, DECLVAL-007, DECLVAL-008)`,
    async (t) => {
      const prefix = vendor === 'orch' ? '' : 'apiserver_validation_';
      for (const featureGates of [{}, { DeclarativeValidation: false, DeclarativeValidationTakeover: true }]) {
        const ask = await serverWith(t, { vendor, featureGates });
        const { text } = await ask('GET', '/metrics');
        for (const name of ['mismatch', 'panic'])
          t.match(text, new RegExp(`^${prefix}declarative_validation_${name}_total 0$`, 'm'));
      }
    },
  );
}
