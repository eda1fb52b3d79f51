import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { forgetful } from '../../../fixtures/apiserver/forgetful-store.fixture.ts';
import { crontabDefinition, crontabGroup } from '../../../fixtures/apiserver/definitions.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { systemClock as clock } from '../../../shared/process/time/system-clock.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { openEmbeddedStore } from '../../storage/embedded/engine/embedded-store.ts';
import { followDefinitions } from '../../server-definitions.ts';

const vendor = vendorOf('kubernetes');
const definitions = `customresourcedefinitions.${vendor.fill('apiextensions.{api}')}`;

async function until(what: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!what()) {
    if (Date.now() > end) throw new Error('it did not come to be');
    await pause(5);
  }
}

t.test('custom kinds stay served during a reload of the watch cache', async (t) => {
  const under = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  const { store, lose, hold, release } = forgetful(under);
  const api = await inProcess('kubernetes', { store });
  const { resources: table, watchCache } = api;
  const follower = followDefinitions(
    { vendor, clock, log: silentLog, metrics: createMetrics() },
    { table, watchCache, outbound: { postJson: () => Promise.reject(new Error('nothing is converted')) } },
    loadSchemas(vendor),
  );
  const end = new AbortController();
  const running = follower.run(end.signal);
  t.teardown(async () => {
    end.abort();
    await running;
    await api.close();
  });
  const conditions = ['NamesAccepted', 'Established'].map((type) => ({ type, status: 'True' }));
  const define = async (plural: string): Promise<void> => {
    const names = { plural, singular: plural, kind: plural, listKind: `${plural}List` };
    const name = `${plural}.${crontabGroup}`;
    const made = crontabDefinition(vendor) as ApiObject & { readonly spec: object };
    const body = { ...made, metadata: { name }, spec: { ...made.spec, names } };
    t.equal((await api.call('create', definitions, { body })).status, 201);
    const contentType = 'application/merge-patch+json';
    const status = { conditions, acceptedNames: names };
    const patched = await api.call('patch', definitions, {
      name,
      subresource: 'status',
      contentType,
      body: { status },
    });
    t.equal(patched.status, 200);
  };
  const served = (): readonly string[] =>
    table.all.filter(({ group }) => group === crontabGroup).map((resource) => resource.name);
  await define('before');
  await until(() => served().includes('before'));
  const left: string[] = [];
  table.subscribe(({ removed }) => left.push(...removed.map((resource) => resource.name)));
  let isHeld = false;
  void hold().then(() => (isHeld = true));
  lose();
  await until(() => isHeld);
  release();
  // That one is served shows that the definitions are followed again.
  await define('after');
  await until(() => served().includes('after'));
  t.strictSame(left, []);
  t.strictSame(served(), ['after', 'before']);
});
