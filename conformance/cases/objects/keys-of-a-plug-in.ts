import { join } from 'node:path';
import type { Case, OwnServer } from '../../contract/case.ts';
import { encryptedAs, pluginProvider, storedTexts } from '../../fixtures/encrypted/encryption-file.ts';
import { type KmsPlugin, type PluginBehaviour, startKmsPlugin } from '../../fixtures/encrypted/kms-plugin.ts';
import { type DataFolder, withDataFolder } from '../../fixtures/restarts.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const provider = 'conformance-keys';
/** Objects of each kind. */
const count = 12;
const template = { spec: { containers: [{ name: 'c', image: 'i' }] } };
const kinds = [
  { collection: '/api/v1/namespaces/default/secrets', object: { apiVersion: 'v1', kind: 'Secret' } },
  {
    collection: '/api/v1/namespaces/default/podtemplates',
    object: { apiVersion: 'v1', kind: 'PodTemplate', template },
  },
] as const;
const secret = (index: number): string => `${kinds[0].collection}/stored-${index}`;

export default {
  id: 'keys-of-a-plug-in',
  title:
    'A server MUST encrypt with a seed that only the plug-in can decrypt, ask for few of them, follow its keys, and read without it only what it has keys for.',
  requirements: ['OBJ-005', 'DEL-026', 'HEALTH-006', 'HEALTH-017'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      let plugin = await play(folder);
      try {
        const flag = await encryptedAs(folder, c.vendor, [
          [['secrets', 'podtemplates'], [pluginProvider(provider, join(folder.path, 'plugin'))]],
        ]);
        const first = await folder.restart(flag);
        for (const path of ['/healthz/kms-providers', '/readyz/kms-providers']) expectOk(await first.wire.get(path));
        await store(first);
        await hides(folder, plugin);
        const before = await contents(first);

        // Whole lists cost few questions, and what was asked is kept.
        const second = await folder.restart(flag);
        expectEqual('objects after a restart', await contents(second), before);
        const asked = plugin.decrypted.length;
        expectThat('seeds that were decrypted', asked >= 1 && asked <= count, `1 to ${count}`, asked);
        expectEqual('objects again', await contents(second), before);
        expectEqual('seeds that were decrypted for another list', plugin.decrypted.length, asked);
        const [one, other] = plugin.encrypted;
        for (const call of plugin.decrypted) {
          expectEqual('what was decrypted', call.ciphertext, one?.ciphertext);
          expectEqual('its key', call.keyId, 'key-1');
          expectEqual('its annotations', call.annotations, plugin.behaviour.annotations);
          expectThat('the name of the call', call.uid !== '', 'a uid', call.uid);
        }
        expectEqual('seeds after a restart', plugin.encrypted.length, 2);
        expectThat(
          'the second seed',
          one?.plaintext.equals(other?.plaintext ?? one.plaintext) === false,
          'another',
          'the same',
        );

        // A new key of the plug-in gives a new seed, for what is written from then on.
        plugin.behaviour.keyId = 'key-2';
        await c.eventually(async () => {
          expectOk(await second.wire.get('/healthz/kms-providers'));
          expectEqual('seeds after a change of the key', plugin.encrypted.length, 3);
        });
        const stale = await rewritten(second, 0);
        expectThat('version of what is written under the new key', stale[0] !== stale[1], 'another', stale[1]);
        const fresh = await rewritten(second, 0);
        expectEqual('version of what is written again', fresh[1], fresh[0]);

        // Without the plug-in, what it has decrypted goes on for a while.
        await plugin.close();
        expectEqual('objects without the plug-in', (await contents(second)).length, before.length);
        const late = { ...kinds[0].object, metadata: { name: 'late' } };
        expectCreated(await second.wire.post(kinds[0].collection, late));

        const third = await folder.restartUnready(flag);
        for (const path of ['/healthz/kms-providers', '/readyz/kms-providers', '/readyz'])
          expectStatus(await third.wire.get(path), 500);
        await expectUnreadable(third, secret(0), 'got unexpected nil transformer');
        expectOk(await third.wire.get('/api/v1/namespaces/default/configmaps'));

        // The plug-in is there again, and has lost its first key.
        plugin = await play(folder, { keyId: 'key-2', lost: ['key-1'] });
        await c.eventually(async () => {
          await third.wire.get('/healthz/kms-providers');
          expectOk(await third.wire.get(secret(0)));
        });
        expectOk(await third.wire.get(`${kinds[0].collection}/late`));
        const words = 'failed to decrypt DEK, error: rpc error: code = Unknown desc = no such key';
        await expectUnreadable(third, secret(1), words);
        plugin.behaviour.lost = [];
        await c.eventually(async () => expectOk(await third.wire.get('/readyz')));
        expectEqual('objects in the end', (await contents(third)).length, before.length);
      } finally {
        await plugin.close();
      }
    });
  },
} satisfies Case;

function play(folder: DataFolder, changes: Partial<PluginBehaviour> = {}): Promise<KmsPlugin> {
  return startKmsPlugin(join(folder.path, 'plugin'), changes);
}

async function store({ wire }: OwnServer): Promise<void> {
  for (const { collection, object } of kinds) {
    for (let index = 0; index < count; index += 1) {
      const metadata = { name: `stored-${index}`, annotations: { content: `marked-${index}` } };
      expectCreated(await wire.post(collection, { ...object, metadata }));
    }
  }
}

/** One seed encrypts everything; neither it nor an object is in clear, but what the plug-in needs to decrypt it is there. */
async function hides(folder: DataFolder, plugin: KmsPlugin): Promise<void> {
  expectEqual('seeds for all objects', plugin.encrypted.length, 1);
  expectEqual('seeds that were decrypted', plugin.decrypted.length, 0);
  const [seed] = plugin.encrypted;
  if (seed === undefined) return;
  expectEqual('bytes of the seed', seed.plaintext.length, 32);
  expectThat('the name of the call', seed.uid !== '', 'a uid', seed.uid);
  const found = await storedTexts(
    folder,
    /marked-\d+|stored-\d+|enc:kms:v2:[a-z-]+:|key-1|plugin\.conformance\.example/g,
  );
  const secrets = [...found].filter((text) => text.startsWith('marked-'));
  expectEqual('contents in clear', secrets, []);
  for (const text of [`enc:kms:v2:${provider}:`, 'key-1', 'plugin.conformance.example', 'stored-0'])
    expectThat(`${text} in the store`, found.has(text), 'some', [...found]);
  expectEqual('the seed in clear', (await storedTexts(folder, exactly(seed.plaintext))).size, 0);
  expectEqual('the encrypted seed', (await storedTexts(folder, exactly(seed.ciphertext))).size, 1);
}

function exactly(bytes: Buffer): RegExp {
  return new RegExp(bytes.toString('latin1').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'g');
}

/** Names and annotations of all objects, by lists. */
async function contents({ wire }: OwnServer): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const { collection } of kinds) {
    const list = await wire.get(collection);
    expectOk(list);
    const { items } = list.json() as {
      readonly items: readonly { readonly metadata: { readonly name: string; readonly annotations?: object } }[];
    };
    for (const { metadata } of items)
      if (metadata.name.startsWith('stored-')) all.push([metadata.name, metadata.annotations]);
  }
  return all;
}

/** Writes a secret as it is; resolves with its version before and after. */
async function rewritten({ wire }: OwnServer, index: number): Promise<readonly [unknown, unknown]> {
  const read = await wire.get(secret(index));
  expectOk(read);
  const written = await wire.put(secret(index), read.json());
  expectOk(written);
  return [fieldOf(read, 'metadata.resourceVersion'), fieldOf(written, 'metadata.resourceVersion')];
}

async function expectUnreadable({ wire }: OwnServer, path: string, words: string): Promise<void> {
  const read = await wire.get(path);
  expectStatus(read, 500);
  expectField(read, 'reason', 'InternalError');
  expectField(read, 'message', `Internal error occurred: ${words}`);
}
