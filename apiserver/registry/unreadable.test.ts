import t, { type Test } from 'tap';
import {
  borrowed,
  configText,
  encryptionSet,
  provider,
  storeOver,
} from '../../fixtures/apiserver/encryption.fixture.ts';
import { type InProcess, inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { Store } from '../storage/contract/store.ts';
import { openEmbeddedStore } from '../storage/embedded/engine/embedded-store.ts';
import { defaultFeatures } from './context/default-features.ts';

const x = { namespace: 'a', name: 'x' };
const y = { namespace: 'a', name: 'y' };
const secret = (name: string) => ({ metadata: { name, finalizers: ['example.com/held'] } });
const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
const unsafeDeletion = { ...defaultFeatures, unsafeDeletion: true };
const why = 'cipher: message authentication failed';

const sets = {
  right: encryptionSet(configText([['secrets', `[${provider('aesgcm', 'a')}]`]])),
  wrong: encryptionSet(configText([['secrets', `[${provider('aesgcm', 'b').replace('name: b', 'name: a')}]`]])),
  both: encryptionSet(
    configText([['secrets', `[${provider('aesgcm', 'b').replace('name: b', 'name: a')}, ${provider('aesgcm', 'a')}]`]]),
  ),
};

interface Scene {
  readonly engine: Store;
  readonly clock: FakeClock;
  readonly api: InProcess;
  /** Which keys the server has from now on. */
  readonly use: (keys: keyof typeof sets) => void;
}

/** A server with other keys than those which the secret x was written with; y is its own. */
async function scene(
  t: Test,
  vendor: VendorId = 'orch',
  settings: Parameters<typeof inProcess>[1] = {},
): Promise<Scene> {
  const clock = new FakeClock();
  const engine = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  t.teardown(() => engine.close());
  const before = await inProcess(vendor, { clock, store: storeOver(borrowed(engine), () => sets.right) });
  await before.call('create', 'secrets', { namespace: 'a', body: secret('x') });
  await before.close();
  let keys: keyof typeof sets = 'wrong';
  const api = await inProcess(vendor, { clock, ...settings, store: storeOver(borrowed(engine), () => sets[keys]) });
  t.teardown(() => api.close());
  await api.call('create', 'secrets', { namespace: 'a', body: secret('y') });
  return {
    engine,
    clock,
    api,
    use(next) {
      keys = next;
    },
  };
}

t.test(
  'an object that cannot be read fails with its reason, and the others are served (DEL-026, DEL-029)',
  async (t) => {
    const { api } = await scene(t);
    const failed = [
      await api.call('get', 'secrets', x),
      await api.call('get', 'secrets', { ...x, query: 'resourceVersion=0' }),
      await api.call('update', 'secrets', { ...x, body: secret('x') }),
      await api.call('patch', 'secrets', { ...x, body: {}, contentType: 'application/merge-patch+json' }),
      await api.call('delete', 'secrets', x),
      await api.call('delete', 'secrets', { ...x, body: unsafe }),
    ];
    for (const answer of failed) {
      t.equal(answer.status, 500);
      t.equal(answer.at('reason'), 'InternalError');
      t.equal(answer.at('message'), `Internal error occurred: ${why}`);
    }
    t.equal((await api.call('get', 'secrets', y)).status, 200);
    t.equal((await api.call('get', 'secrets', { ...y, query: 'resourceVersion=0' })).status, 200);
    t.equal((await api.call('get', 'secrets', { ...x, name: 'z' })).status, 404);
    t.equal((await api.call('create', 'secrets', { namespace: 'a', body: secret('x') })).status, 409);
    t.equal((await api.call('create', 'secrets', { namespace: 'a', body: secret('z') })).status, 200);
    t.equal((await api.call('list', 'configmaps', { namespace: 'a' })).status, 200);
  },
);

t.test('a collection that lacks an object is neither listed nor watched; a chunk fails with the object', async (t) => {
  const { api, clock } = await scene(t);
  const key = '/registry/core/secrets/a/x';
  const text = `storage is (re)initializing: failed to list *core.Secret: unable to transform key "${key}": ${why}`;
  for (const query of [
    '',
    'resourceVersion=0',
    'limit=1&labelSelector=a',
    'resourceVersionMatch=Exact&resourceVersion=2',
  ]) {
    const list = await api.call('list', 'secrets', { namespace: 'a', query });
    t.equal(list.status, 429, query);
    t.equal(list.at('message'), text);
    t.equal(list.at('details.retryAfterSeconds'), 1);
  }
  const chunk = await api.call('list', 'secrets', { namespace: 'a', query: 'limit=1' });
  t.equal(chunk.status, 500);
  t.equal(chunk.at('message'), `Internal error occurred: unable to transform key "${key}": ${why}`);
  t.equal((await api.call('list', 'secrets', { namespace: 'b', query: 'limit=1' })).status, 200, 'it is elsewhere');
  await t.rejects(async () => api.watch('secrets', { namespace: 'a' }), { code: 429 });
  await clock.advance(40_000);
  const later = await api.call('list', 'secrets', { namespace: 'a' });
  t.equal(later.at('details.retryAfterSeconds'), 11, 'clients come less often the longer it lasts');
});

t.test('objects that are readable again are shown, and watches restart', async (t) => {
  const { api, clock, use } = await scene(t);
  const stop = new AbortController();
  const rereading = api.watchCache.rereader.run(stop.signal);
  await clock.advance(3000);
  t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 429);
  use('both');
  await clock.advance(31_000);
  const list = await api.call('list', 'secrets', { namespace: 'a' });
  t.equal(list.status, 200);
  t.equal(list.at('items.1.metadata.name'), 'y');
  const old = await api.call('watch', 'secrets', { namespace: 'a', query: 'resourceVersion=2' });
  t.equal(old.status, 410, 'what happened meanwhile is not known');
  stop.abort();
  await rereading;
});

t.test('nothing is shown again while the store cannot say', async (t) => {
  const { api, clock, use, engine } = await scene(t);
  const stop = new AbortController();
  const rereading = api.watchCache.rereader.run(stop.signal);
  await clock.advance(3000);
  use('both');
  const get = engine.get.bind(engine);
  engine.get = () => Promise.reject(new Error('the store fails'));
  await clock.advance(31_000);
  t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 429);
  engine.get = get;
  await clock.advance(120_000);
  t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 200);
  stop.abort();
  await rereading;
});

t.test('a watch ends at an unreadable object, and can continue once that is gone', async (t) => {
  const { api, engine } = await scene(t, 'orch', { features: unsafeDeletion });
  const stranger = storeOver(borrowed(engine), () => sets.right);
  await api.call('delete', 'secrets', { ...x, body: unsafe });
  const list = await api.call('list', 'secrets', { namespace: 'a' });
  const query = `resourceVersion=${String(list.at('metadata.resourceVersion'))}`;
  const watching = await api.watch('secrets', { namespace: 'a', query });
  const held = await engine.get('/registry/core/secrets/a/y');
  await stranger.commit({ key: '/registry/core/secrets/a/w', value: held?.value, expected: 0 });
  t.equal(await watching.next(), undefined, 'the stream has ended');
  t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 429);
  t.equal((await api.call('delete', 'secrets', { namespace: 'a', name: 'w', body: unsafe })).status, 200);
  t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 200);
  t.equal((await api.call('watch', 'secrets', { namespace: 'a', query })).status, 410);
});

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(
    `${vendor}: with the gate the option removes unreadable objects, ignoring finalizers (DEL-024, DEL-027)`,
    async (t) => {
      const { api } = await scene(t, vendor, { features: unsafeDeletion });
      const plain = await api.call('delete', 'secrets', x);
      t.equal(plain.status, 500, 'DEL-029');
      const corrupt = `StorageError: corrupt object, Code: 7, Key: /registry/core/secrets/a/x, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: ${why}`;
      t.equal(plain.at('message'), `Internal error occurred: ${corrupt}`);
      const listed = await api.call('list', 'secrets', { namespace: 'a', query: 'limit=5' });
      t.equal(listed.at('reason'), 'StorageReadError');
      t.strictSame(listed.at('details.causes'), [
        { reason: 'UnexpectedServerResponse', message: corrupt, field: '/registry/core/secrets/a/x' },
      ]);
      const gone = await api.call('delete', 'secrets', { ...x, body: unsafe });
      t.equal(gone.status, 200);
      t.match(gone.body, { kind: 'Status', status: 'Success', details: { name: 'x', kind: 'Secret' }, code: 200 });
      t.equal((await api.call('get', 'secrets', x)).status, 404);
      t.equal((await api.call('list', 'secrets', { namespace: 'a' })).status, 200);
    },
  );
}

t.test('for a readable object the option deletes normally, or is refused (DEL-025)', async (t) => {
  const orch = await scene(t, 'orch', { features: unsafeDeletion });
  t.equal((await orch.api.call('delete', 'secrets', { ...y, body: unsafe })).status, 200);
  t.type(
    (await orch.api.call('get', 'secrets', y)).at('metadata.deletionTimestamp'),
    'string',
    'its finalizer holds it',
  );
  const real = await scene(t, 'kubernetes', { features: unsafeDeletion });
  for (const name of ['y', 'none']) {
    const refused = await real.api.call('delete', 'secrets', { ...y, name, body: unsafe });
    t.equal(refused.status, 422);
    t.match(
      refused.at('message'),
      /is exclusively used to delete corrupt object\(s\), try again by removing this option/,
    );
  }
  t.equal((await real.api.call('get', 'secrets', y)).at('metadata.deletionTimestamp'), undefined);
});

t.test(
  'the option needs its gate and a separate right, and excludes other options (DEL-008, DEL-013, DEL-028)',
  async (t) => {
    const off = await scene(t, 'kubernetes');
    t.equal((await off.api.call('delete', 'secrets', { ...x, body: unsafe })).status, 500);
    t.equal(
      (await off.api.call('delete', 'secrets', { ...y, body: { ...unsafe, dryRun: ['All'] } })).status,
      200,
      'no such option',
    );
    const { api } = await scene(t, 'kubernetes', { features: unsafeDeletion });
    t.equal((await api.call('delete', 'secrets', { ...x, body: { ...unsafe, dryRun: ['All'] } })).status, 422);
    const all = await api.call('deletecollection', 'secrets', { namespace: 'a', body: unsafe });
    t.match(all.at('message'), /is not allowed with DELETECOLLECTION/);
    const asked: unknown[] = [];
    const annotations: unknown[] = [];
    const request = {
      ...api.request('delete', 'secrets', { ...x, body: unsafe }),
      authorize: async (attributes: unknown) => {
        asked.push(attributes);
        return { outcome: 'deny' as const, reason: 'of the rules' };
      },
      annotate: (...annotation: unknown[]) => void annotations.push(annotation),
    };
    await t.rejects(async () => api.answer(request), {
      code: 403,
      message: 'secrets "x" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: of the rules',
    });
    t.match(asked, [{ verb: 'unsafe-delete-ignore-read-errors', resource: 'secrets', namespace: 'a', name: 'x' }]);
    t.strictSame(annotations, [[api.vendor.fill('apiserver.{api}/unsafe-delete-ignore-read-error'), '']]);
  },
);

t.test('bytes that are no object are such an object, too (DEL-026)', async (t) => {
  const { api, engine } = await scene(t, 'orch', { features: unsafeDeletion });
  await engine.commit({ key: '/registry/core/configmaps/a/m', value: Buffer.from('spoilt'), expected: 0 });
  const m = { namespace: 'a', name: 'm' };
  t.match(
    (await api.call('get', 'configmaps', m)).at('message'),
    /object not decodable revision=0: a stored value has an unknown form/,
  );
  t.equal((await api.call('list', 'configmaps', { namespace: 'a' })).status, 429);
  t.equal((await api.call('delete', 'configmaps', { ...m, body: unsafe })).status, 200);
  t.strictSame((await api.call('list', 'configmaps', { namespace: 'a' })).at('items'), []);
});

t.test('a write without a change is stored again, once, if the object was encrypted with an older key', async (t) => {
  const { api, use } = await scene(t);
  use('both');
  const version = async () => (await api.call('get', 'secrets', { ...x })).at('metadata.resourceVersion');
  const touch = async () =>
    api.call('patch', 'secrets', { ...x, body: {}, contentType: 'application/merge-patch+json' });
  const before = await version();
  t.equal((await touch()).status, 200);
  const after = await version();
  t.not(after, before);
  await touch();
  t.equal(await version(), after);
});

t.test('nothing is written if encryption fails', async (t) => {
  const engine = await openEmbeddedStore({ folder: undefined, clock: new FakeClock(), log: silentLog });
  t.teardown(() => engine.close());
  const away = encryptionSet(
    configText([['secrets', '[{kms: {apiVersion: v2, name: vault, endpoint: "unix:///nowhere/s"}}]']]),
  );
  t.teardown(() => away.close());
  const api = await inProcess('orch', { store: storeOver(borrowed(engine), () => away) });
  t.teardown(() => api.close());
  const answer = await api.call('create', 'secrets', { namespace: 'a', body: secret('x') });
  t.equal(answer.status, 500);
  t.equal(answer.at('message'), 'Internal error occurred: got unexpected nil transformer');
  t.equal((await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'm' } } })).status, 200);
  t.strictSame((await engine.range({ prefix: '/registry/core/secrets/' })).entries, []);
});
