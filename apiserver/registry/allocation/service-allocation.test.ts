import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { openEmbeddedStore } from '../../storage/embedded/engine/embedded-store.ts';
import { type Store, StoreUnavailableError, type Write } from '../../storage/contract/store.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

/** A store that takes nothing back from services while `broken.now` is true. */
function brittleStore(store: Store, broken: { now: boolean }): Store {
  const commit = (write: Write) =>
    broken.now && write.value === undefined && write.key.startsWith('/allocations/')
      ? Promise.reject(new StoreUnavailableError('the disk is full', { refused: true }))
      : store.commit(write);
  return {
    latest: () => store.latest(),
    get: (key) => store.get(key),
    range: (range) => store.range(range),
    commit,
    follow: (options) => store.follow(options),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}

t.test(
  'addresses and ports that could not be released are logged, counted, and allocated again on request',
  async (t) => {
    const clock = new FakeClock();
    const broken = { now: false };
    const store = brittleStore(await openEmbeddedStore({ folder: undefined, clock, log: silentLog }), broken);
    let counted = 0;
    const warnings: string[] = [];
    const api = await inProcess('orch', {
      clock,
      store,
      keptAllocations: { increment: () => void (counted += 1) },
      log: { ...silentLog, warn: (text) => void warnings.push(text) },
    });
    t.teardown(() => api.close());
    const service = (name: string, spec: object) => ({
      metadata: { name },
      spec: { ports: [{ port: 80, ...spec }], type: 'NodePort' },
    });
    const create = (name: string) =>
      api.call('create', 'services', { namespace: 'a', body: service(name, { nodePort: 30_007 }) });
    const made = await create('x');
    t.equal(made.status, 200);

    broken.now = true;
    const stored = made.body as ApiObject & { readonly spec: object };
    const inside = { ...stored, spec: { ...stored.spec, type: 'ClusterIP', ports: [{ port: 80 }] } };
    const changed = await api.call('update', 'services', { namespace: 'a', name: 'x', body: inside });
    t.equal(changed.status, 200, 'the change is stored, and answered so');
    t.equal(counted, 1);
    t.match(warnings, [/could not be released/]);
    t.equal((await create('y')).status, 422, 'the change may still be under way');

    await clock.advance(61_000);
    t.equal((await create('y')).status, 200, 'the port is free again');
    t.equal((await create('z')).status, 422, 'and now it is allocated');

    const before = counted;
    const removed = await api.call('delete', 'services', { namespace: 'a', name: 'y' });
    t.equal(removed.status, 200);
    t.equal(counted - before, 2, 'an address and a port');
    await clock.advance(61_000);
    t.equal((await create('z')).status, 200);
  },
);
