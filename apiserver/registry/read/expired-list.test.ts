// Compacted history cannot be listed, even where the snapshot of an unchanged collection could still show it.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { compactor } from '../../storage/upkeep/compaction.ts';
import { openEmbeddedStore } from '../../storage/embedded/engine/embedded-store.ts';
import { StoreUnavailableError } from '../../storage/contract/store.ts';
import type { InProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const minute = 60_000;
const at = { namespace: 'a' };

async function make(api: InProcess, resource: string, name: string): Promise<void> {
  await api.call('create', resource, { ...at, body: { metadata: { name } } });
}

/** Queries that name the version of a list of now: the next chunk of it, and the whole of it. */
async function queriesOf(api: InProcess): Promise<readonly string[]> {
  const first = await api.call('list', 'configmaps', { ...at, query: 'limit=1' });
  const version = String(first.at('metadata.resourceVersion'));
  return [
    `limit=1&continue=${String(first.at('metadata.continue'))}`,
    `resourceVersion=${version}&resourceVersionMatch=Exact`,
    `resourceVersion=${version}&limit=2`,
  ];
}

async function expectStatuses(t: Test, api: InProcess, queries: readonly string[], status: number): Promise<void> {
  for (const query of queries) t.equal((await api.call('list', 'configmaps', { ...at, query })).status, status, query);
}

t.test('tokens and exact versions of an unchanged collection expire with the history (LIST-015, RV-046)', async (t) => {
  const folder = join(t.testdir({}), 'store');
  const clock = new FakeClock();
  const opened = () => openEmbeddedStore({ folder, clock, log: silentLog });
  let api = await inProcess('orch', { clock, store: await opened() });
  const { compactOnce } = compactor({ store: { ...bound(() => api) } });
  for (const name of ['m0', 'm1', 'm2']) await make(api, 'configmaps', name);
  const queries = await queriesOf(api);
  // Others are written each minute.
  const goOn = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed++) {
      await make(api, 'secrets', `s${clock.now()}`);
      await compactOnce(clock.now());
      await clock.advance(minute);
    }
  };
  await goOn(4);
  await expectStatuses(t, api, queries, 200);
  await goOn(4);
  await expectStatuses(t, api, queries, 410);
  const refused = await api.call('list', 'configmaps', { ...at, query: queries[0] ?? '' });
  const rest = await api.call('list', 'configmaps', {
    ...at,
    query: `continue=${String(refused.at('metadata.continue'))}`,
  });
  t.match(rest.body, { items: [{ metadata: { name: 'm1' } }, { metadata: { name: 'm2' } }] }, 'the rest, of now');
  const recent = await queriesOf(api);
  await api.close();
  api = await inProcess('orch', { clock, store: await opened() });
  t.teardown(() => api.close());
  await expectStatuses(t, api, queries, 410);
  await expectStatuses(t, api, recent, 200);
  await goOn(8);
  await expectStatuses(t, api, recent, 410);
  await expectStatuses(t, api, await queriesOf(api), 200);
});

t.test('an unavailable store does not make snapshots expire', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  for (const name of ['m0', 'm1', 'm2']) await make(api, 'configmaps', name);
  const queries = await queriesOf(api);
  const range = api.store.range.bind(api.store);
  Object.assign(api.store, {
    range: () => Promise.reject(new StoreUnavailableError('it does not answer', { refused: true })),
  });
  await expectStatuses(t, api, queries, 200);
  Object.assign(api.store, { range });
});

/** The store of whichever server runs now. */
function bound(api: () => InProcess): Parameters<typeof compactor>[0]['store'] {
  return {
    latest: () => api().store.latest(),
    get: (key) => api().store.get(key),
    commit: (write) => api().store.commit(write),
    compact: (revision) => api().store.compact(revision),
  };
}
