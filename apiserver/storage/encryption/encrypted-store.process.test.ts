import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import {
  borrowed,
  configText,
  type EncryptionTools,
  encryptionSet,
  provider,
  storeOver,
} from '../../../fixtures/apiserver/encryption.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { startKmsPlugin } from '../../../fixtures/apiserver/kms-plugin.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { storeContract } from '../contract/store.contract.ts';
import type { Change, Store } from '../contract/store.ts';
import { openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import type { EncryptionSet } from './encryption-set.ts';

const secret = '/registry/core/secrets/default/a';
const map = '/registry/core/configmaps/default/a';
const canary = 'nobody-shall-read-this';
const everything = (...providers: readonly string[]) => configText([["'*.*'", `[${providers.join(', ')}]`]]);

storeContract(t, 'encrypted', async () => {
  const clock = new FakeClock();
  const engine = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  const set = encryptionSet(everything(provider('aesgcm', 'a')));
  const stop = new AbortController();
  const sweeping = engine.sweeper.run(stop.signal);
  const store = storeOver(engine, () => set);
  return {
    store: borrowed(store, async () => {
      stop.abort();
      await sweeping;
      await store.close();
    }),
    passSeconds: (seconds) => clock.advance(seconds * 1000),
    seconds: () => clock.now() / 1000,
  };
});

async function engineOf(t: Test, folder?: string): Promise<Store> {
  const engine = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
  t.teardown(() => engine.close());
  return engine;
}

async function put(store: Store, key: string, value = canary): Promise<number> {
  const expected = (await store.get(key))?.revision ?? 0;
  const result = await store.commit({ key, value: Buffer.from(value), expected });
  if (result.outcome !== 'committed') throw new Error('the write was not committed');
  return result.revision;
}

async function text(store: Store, key: string): Promise<string> {
  const entry = await store.get(key);
  if (entry === undefined) return 'missing';
  return entry.fault?.message ?? entry.value.toString() + (entry.stale === true ? ' (stale)' : '');
}

async function filesHold(folder: string, what: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(what)) return true;
  }
  return false;
}

t.test('no file of the store has plaintext of encrypted resources; other resources are unchanged', async (t) => {
  const folder = join(t.testdir({}), 'data');
  const engine = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog, journalBytes: 2000 });
  const set = encryptionSet(configText([['secrets', `[${provider('secretbox', 'a')}]`]]));
  const store = storeOver(engine, () => set);
  for (let round = 0; round < 100; round += 1) await put(store, secret, `${canary} ${round}`);
  await put(store, map, 'anybody may read this');
  await store.compact(await store.latest());
  for (let round = 0; round < 100; round += 1) await put(store, secret, `${canary} ${round}`);
  t.equal(await text(store, secret), `${canary} 99`);
  t.notOk(await filesHold(folder, canary));
  await store.close();
  t.notOk(await filesHold(folder, canary), 'nor after the store is closed');
  t.ok(await filesHold(folder, 'anybody may read this'), 'the search finds what is there');
});

t.test('an object in the commit of another one is encrypted as its own resource', async (t) => {
  const folder = join(t.testdir({}), 'data');
  const engine = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
  t.teardown(() => engine.close());
  const set = encryptionSet(configText([['resourcequotas', `[${provider('aesgcm', 'a')}]`]]));
  const store = storeOver(engine, () => set);
  const quota = '/registry/core/resourcequotas/default/q';
  const together = [{ key: quota, value: Buffer.from(canary), expected: 0 }];
  const result = await store.commit({ key: map, value: Buffer.from('in clear text'), expected: 0, together });
  t.equal(result.outcome, 'committed');
  t.equal(await text(store, quota), canary);
  t.ok(await filesHold(folder, 'in clear text'), 'the search finds what is there');
  t.notOk(await filesHold(folder, canary));
});

t.test('keys are rotated: a new one writes, the old ones read, and their values are stale', async (t) => {
  const engine = await engineOf(t);
  let set = encryptionSet(everything(provider('aescbc', 'a')));
  const store = storeOver(engine, () => set);
  await put(store, secret);
  t.equal(await text(store, secret), canary);
  set = encryptionSet(everything(provider('aescbc', 'b', 'a')));
  t.equal(await text(store, secret), `${canary} (stale)`, 'another key of the same provider');
  set = encryptionSet(everything(provider('aescbc', 'b'), provider('aescbc', 'a')));
  t.equal(await text(store, secret), `${canary} (stale)`, 'a provider of the same kind');
  set = encryptionSet(everything(provider('aesgcm', 'c'), '{identity: {}}', provider('aescbc', 'a')));
  t.equal(await text(store, secret), `${canary} (stale)`, 'another kind, behind one that stores values as they are');
  await put(store, secret, 'newer');
  t.equal(await text(store, secret), 'newer');
  set = encryptionSet(everything(provider('aesgcm', 'c')));
  t.equal(await text(store, secret), 'newer');
});

t.test('encryption is switched on and off again for values that are there', async (t) => {
  const engine = await engineOf(t);
  let set = encryptionSet(everything('{identity: {}}'));
  const store = storeOver(engine, () => set);
  await put(store, secret);
  t.equal((await engine.get(secret))?.value.toString(), canary);
  set = encryptionSet(everything(provider('aesgcm', 'a'), '{identity: {}}'));
  t.equal(await text(store, secret), `${canary} (stale)`);
  await put(store, secret);
  t.notOk((await engine.get(secret))?.value.includes(canary));
  set = encryptionSet(everything('{identity: {}}', provider('aesgcm', 'a')));
  t.equal(await text(store, secret), `${canary} (stale)`);
  await put(store, secret);
  t.equal((await engine.get(secret))?.value.toString(), canary);
});

t.test('a value that cannot be read gives the reason, and others are not affected', async (t) => {
  const engine = await engineOf(t);
  const faults: readonly (readonly [string, string])[] = [
    [provider('aesgcm', 'b'), 'no matching key was found for the provided AES transformer'],
    [provider('aesgcm', 'b').replace('name: b', 'name: a'), 'cipher: message authentication failed'],
    [provider('secretbox', 'a'), 'no matching prefix found'],
    ['{identity: {}}', 'no matching prefix found'],
  ];
  const right = encryptionSet(everything(provider('aesgcm', 'a')));
  await put(
    storeOver(engine, () => right),
    secret,
  );
  for (const [wrong, message] of faults) {
    const set = encryptionSet(everything(wrong));
    const store = storeOver(engine, () => set);
    t.equal(await text(store, secret), message);
    await put(store, map, 'fine');
    const { entries } = await store.range({ prefix: '/registry/' });
    t.strictSame(
      entries.map(({ key, fault, value }) => [key, fault?.kind, value.toString()]),
      [
        [map, undefined, 'fine'],
        [secret, 'untransformable', ''],
      ],
    );
    const conflict = await store.commit({ key: secret, value: Buffer.from('x'), expected: 0 });
    t.match(conflict, { outcome: 'conflict', current: { fault: { message } } });
  }
  const none = encryptionSet(configText([['pods', '[{identity: {}}]']]));
  t.equal(
    await text(
      storeOver(engine, () => none),
      secret,
    ),
    'identity transformer tried to read encrypted data',
  );
});

t.test('a value is bound to its key where the method authenticates', async (t) => {
  const engine = await engineOf(t);
  const set = encryptionSet(everything(provider('aesgcm', 'a')));
  const store = storeOver(engine, () => set);
  await put(store, secret);
  const stolen = (await engine.get(secret))?.value;
  await engine.commit({ key: map, value: stolen, expected: 0 });
  t.equal(await text(store, map), 'cipher: message authentication failed');
});

t.test('keys that are not objects are not encrypted', async (t) => {
  const engine = await engineOf(t);
  const set = encryptionSet(everything(provider('aesgcm', 'a')));
  const store = storeOver(engine, () => set);
  await put(store, '/orchkit/mark', 'a mark');
  t.equal((await engine.get('/orchkit/mark'))?.value.toString(), 'a mark');
});

t.test('metrics count each outcome by resource and prefix', async (t) => {
  const metrics = createMetrics();
  const tools: EncryptionTools = { metrics };
  const engine = await engineOf(t);
  const set = encryptionSet(everything(provider('aescbc', 'a')), tools);
  const store = storeOver(engine, () => set);
  await put(store, secret);
  await put(store, '/registry/apps/deployments/default/a');
  await text(store, secret);
  const wrong = encryptionSet(everything(provider('aescbc', 'b'), '{identity: {}}'), tools);
  await text(
    storeOver(engine, () => wrong),
    secret,
  );
  const page = await metrics.render();
  const total = 'apiserver_storage_transformation_operations_total';
  for (const line of [
    `${total}{resource="secrets",transformation_type="to_storage",transformer_prefix="orch:enc:aescbc:v1:",status="OK"} 1`,
    `${total}{resource="secrets",transformation_type="to_storage",transformer_prefix="a:",status="OK"} 1`,
    `${total}{resource="deployments.apps",transformation_type="to_storage",transformer_prefix="a:",status="OK"} 1`,
    `${total}{resource="secrets",transformation_type="from_storage",transformer_prefix="orch:enc:aescbc:v1:",status="unknown-non-grpc"} 1`,
    `${total}{resource="secrets",transformation_type="from_storage",transformer_prefix="unknown",status="unknown-non-grpc"} 1`,
    'apiserver_storage_transformation_duration_seconds_count{transformation_type="to_storage",transformer_prefix="orch:enc:aescbc:v1:"} 2',
  ])
    t.ok(page.includes(line), line);
});

async function withPlugin(t: Test) {
  // The path of a socket is short.
  const folder = await mkdtemp(join(tmpdir(), 'kms-'));
  const plugin = await startKmsPlugin({ socket: join(folder, 's'), keyId: 'first' });
  t.teardown(async () => {
    plugin.stop();
    await rm(folder, { recursive: true });
  });
  const configured = everything(`{kms: {apiVersion: v2, name: vault, endpoint: '${plugin.endpoint}', timeout: 2s}}`);
  const open = (tools: EncryptionTools = {}): EncryptionSet => {
    const set = encryptionSet(configured, tools);
    t.teardown(() => set.close());
    return set;
  };
  return { plugin, open };
}

t.test('a plug-in is asked once for each seed, and a new key of it makes old values stale', async (t) => {
  const { plugin, open } = await withPlugin(t);
  const engine = await engineOf(t);
  const metrics = createMetrics();
  const clock = new FakeClock();
  const set = open({ metrics, clock });
  await set.check();
  const store = storeOver(engine, () => set);
  for (const name of ['a', 'b', 'c']) await put(store, `/registry/core/secrets/default/${name}`);
  t.strictSame(plugin.calls, { status: 1, encrypt: 1, decrypt: 0 });
  t.equal(await text(store, secret), canary);
  t.equal(plugin.calls.decrypt, 0, 'its own seed is at hand');
  const stored = (await engine.get(secret))?.value ?? Buffer.alloc(0);
  t.equal(stored.toString('latin1', 0, 22), 'orch:enc:kms:v2:vault:');
  t.ok(stored.includes('plugin.example.com'), 'annotations are stored in clear');
  const second = open();
  await second.check();
  const { entries } = await storeOver(engine, () => second).range({ prefix: '/registry/' });
  t.strictSame(
    entries.map(({ value }) => value.toString()),
    [canary, canary, canary],
  );
  t.equal(plugin.calls.decrypt, 1, 'three values of one seed');
  plugin.state.keyId = 'next';
  await clock.advance(21_000);
  await set.check();
  t.equal(await text(store, secret), `${canary} (stale)`);
  await put(store, secret);
  t.equal(await text(store, secret), canary);
  const page = await metrics.render();
  t.match(
    page,
    /apiserver_envelope_encryption_key_id_hash_total\{transformation_type="to_storage",provider_name="vault",key_id_hash="sha256:[0-9a-f]{64}",apiserver_id_hash=""\} 3/,
  );
  t.match(page, 'apiserver_envelope_encryption_dek_source_cache_size{provider_name="vault"} 2');
  t.match(page, 'method_name="/v2.KeyManagementService/Encrypt",grpc_status_code="OK"');
  t.notMatch(page, /key_id_hash="(first|next)"/);
});

t.test('a plug-in that is away: reads of known seeds go on, writes for three minutes', async (t) => {
  const { plugin, open } = await withPlugin(t);
  const engine = await engineOf(t);
  const clock = new FakeClock();
  const set = open({ clock });
  await set.check();
  const store = storeOver(engine, () => set);
  await put(store, secret);
  plugin.state.failure = 'sealed';
  await clock.advance(179_000);
  await t.rejects(
    set.check(),
    /kms-provider-0: failed to perform status section of the healthz check for KMS Provider vault, error: rpc error: code = Internal desc = sealed/,
  );
  await put(store, secret, 'still');
  await clock.advance(2000);
  t.equal(await text(store, secret), 'still');
  await t.rejects(put(store, secret), {
    name: 'UnwritableValueError',
    message: /^encryptedDEKSource with keyID hash "sha256:[0-9a-f]+" expired at /,
  });
  plugin.state.failure = undefined;
  await clock.advance(4000);
  await set.check();
  await put(store, secret, 'again');
  const cold = open();
  const fresh = storeOver(engine, () => cold);
  t.equal(await text(fresh, secret), 'got unexpected nil transformer', 'before the plug-in has answered');
  await cold.check();
  plugin.state.failure = 'sealed';
  t.equal(await text(fresh, secret), 'failed to decrypt DEK, error: rpc error: code = Internal desc = sealed');
  plugin.state.failure = undefined;
  t.equal(await text(fresh, secret), 'again');
});

t.test('changes are delivered in order, even if some wait for the plug-in', async (t) => {
  const { plugin, open } = await withPlugin(t);
  const engine = await engineOf(t);
  const writer = open();
  const reader = open();
  await writer.check();
  await reader.check();
  const other = storeOver(engine, () => writer);
  const own = storeOver(engine, () => reader);
  const seen: string[] = [];
  const stop = new AbortController();
  const onChanges = (changes: readonly Change[]) => void seen.push(...changes.map(({ value }) => String(value)));
  const following = own.follow({ after: await own.latest(), signal: stop.signal, onChanges });
  plugin.state.delay = 100;
  await put(other, secret, 'first');
  await put(other, map, 'second');
  t.strictSame(seen, [], 'both wait for the seed');
  await put(own, '/registry/core/secrets/default/b', 'third');
  t.strictSame(seen, ['first', 'second', 'third'], 'a commit is acknowledged when followers have it');
  stop.abort();
  await following;
});

t.test('invalid answers of a plug-in are refused', async (t) => {
  const cases: readonly (readonly [
    string,
    (state: Awaited<ReturnType<typeof startKmsPlugin>>['state']) => void,
    RegExp,
  ])[] = [
    ['no health', (state) => (state.healthz = 'ill'), /got unexpected healthz status: ill/],
    ['another interface', (state) => (state.version = 'v1'), /expected KMSv2 API version v2, got v1/],
    ['no key', (state) => (state.keyId = ''), /got invalid KMSv2 KeyID hash "": keyID is empty/],
    [
      'a long key',
      (state) => (state.keyId = 'x'.repeat(1025)),
      /keyID is 1025 bytes, which exceeds the max size of 1024/,
    ],
    ['two keys', (state) => (state.encryptKeyId = 'other'), /failed to rotate DEK uid=/],
    [
      'an annotation without a domain',
      (state) => (state.annotations = new Map([['plain', Buffer.from('x')]])),
      /annotations: Invalid value: "plain": should be a domain with at least two segments/,
    ],
    [
      'large annotations',
      (state) => (state.annotations = new Map([['a.example.com', Buffer.alloc(33_000)]])),
      /total size of annotations is 33013, which exceeds the max size of 32768/,
    ],
  ];
  for (const [title, spoil, message] of cases) {
    await t.test(title, async (t) => {
      const { plugin, open } = await withPlugin(t);
      spoil(plugin.state);
      const set = open();
      await t.rejects(set.check(), message);
    });
  }
});

t.test(
  'values that the reference server encrypted with a plug-in are readable, and written in its format',
  async (t) => {
    const { plugin } = await withPlugin(t);
    // As version 1.34.2 wrote it with this plug-in.
    const stored = Buffer.from(
      'azhzOmVuYzprbXM6djI6dmF1bHQ6CogCvNjdfHloBQ3LhkKwEVJHcU4aHSzbLzMFDIaPT5qvT6x7GuKaPxcpM1wG0XRoRTRt' +
        'czLZ0euGFeTmzULQJ23dSZGSmXJp5hkszIso8WS8Swuqi4y4LoL1cphWS6fHDKF33yO9kiwZCqWUAAwZZPqb0BMXt2LPaGCd' +
        '4NxpwjT4KzKLZk6/+3z+NZ5Q9k7Rm31nUClWReuVjvmK7WhCNZt9V2k7chaUKOOOxXdc+/vgJyGNYweGJ5W7BuLeTxzvofCk' +
        'Kc/2VHc7+Xz8lzj2v6oMKMZ/LfbNF/s+p1KqTZOtPmaxczyiDbZNzCncpqmK1S/K2QvBYq3FsgFnN1/ovnLnzOfb91+X9B+N' +
        'EgVmaXJzdBo8KNOiRLiA//EIa8nz4U9EM/jw0aJmr+aE3SjS9QaDVfq4a/IxunDhUUuGrV5pgcgWw37+bRn67DbiZIxqIhcK' +
        'EnBsdWdpbi5leGFtcGxlLmNvbRIBMSgB',
      'base64',
    );
    const configured = configText(
      [['secrets', `[{kms: {apiVersion: v2, name: vault, endpoint: '${plugin.endpoint}'}}]`]],
      'kubernetes',
    );
    const set = encryptionSet(configured, { vendor: 'kubernetes' });
    t.teardown(() => set.close());
    await set.check();
    const transformer = set.transformerOf({ group: '', resource: 'secrets' });
    const place = '/registry/secrets/default/a';
    const plain = await transformer.fromStorage(stored, place);
    t.equal(plain.stale, false);
    t.ok(plain.value.includes('canary'));
    const again = transformer.toStorage(plain.value, place);
    t.equal(again.length, stored.length);
    t.strictSame(await transformer.fromStorage(again, place), plain);
    await t.rejects(
      async () => transformer.fromStorage(stored, '/registry/secrets/default/b'),
      /message authentication failed/,
    );
  },
);
