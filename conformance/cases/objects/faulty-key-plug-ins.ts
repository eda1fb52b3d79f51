import { join } from 'node:path';
import type { Case, CaseContext, OwnServer } from '../../contract/case.ts';
import { faultyPlugins } from '../../fixtures/encrypted/data/faulty-plugins.ts';
import { encryptionFile, type Entry, pluginProvider } from '../../fixtures/encrypted/encryption-file.ts';
import {
  type KmsPlugin,
  type PluginBehaviour,
  soundBehaviour,
  startKmsPlugin,
} from '../../fixtures/encrypted/kms-plugin.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { limits } from '../../wire/contract/limits.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

interface Row {
  readonly name: string;
  readonly behaviour: Partial<PluginBehaviour> | undefined;
  readonly collection: string;
  readonly object: object;
  /** What becomes of a write: `written` or `refused`. */
  readonly outcome: string;
}

export default {
  id: 'faulty-key-plug-ins',
  title:
    'A server MUST NOT write with a key that its plug-in does not give rightly, and MUST NOT be ready while a plug-in fails.',
  requirements: ['OBJ-005', 'HEALTH-006', 'HEALTH-017'],
  needs: ['launch-server'],
  async run(c) {
    const rows = rowsOf(c.vendor.fill(faultyPlugins));
    await withTemporaryFolder(async (folder) => {
      const plugins = new Map<string, KmsPlugin>();
      try {
        for (const { name, behaviour } of rows)
          if (behaviour !== undefined) plugins.set(name, await startKmsPlugin(join(folder, name), behaviour));
        const entries = rows.map(({ name, object, collection }): Entry => {
          const { apiVersion } = object as { readonly apiVersion: string };
          const [group, version] = apiVersion.split('/');
          const resource = collection.slice(collection.lastIndexOf('/') + 1);
          return [
            [version === undefined ? resource : `${resource}.${group}`],
            [pluginProvider(name, join(folder, name), '1s')],
          ];
        });
        const server = await c.launchServer(
          {
            server: ['--encryption-provider-config={folder}/encryption'],
            files: { encryption: encryptionFile(c.vendor, entries) },
          },
          'listening',
        );
        await c.eventually(async () => expectOk(await server.wire.get('/api/v1/namespaces/default')));
        await decides(server, rows);
        const page = (await server.wire.get('/metrics')).text();
        const refused = samplesOf(page, 'apiserver_envelope_encryption_invalid_key_id_from_status_total');
        expectEqual(
          'plug-ins whose key has no good name',
          refused.map(({ labels, value }) => `${labels['provider_name']} ${labels['error']} ${value > 0}`).sort(byText),
          [
            `${rows.find(({ behaviour }) => behaviour?.keyId === '')?.name} empty true`,
            `${rows.find(({ behaviour }) => (behaviour?.keyId?.length ?? 0) > 1024)?.name} too_long true`,
          ],
        );
        for (const { name, outcome } of rows) {
          const asked = plugins.get(name)?.encrypted.length ?? 0;
          if (outcome === 'written') expectEqual(`seeds that ${name} encrypted`, asked, 1);
        }
        await recovers(c, server, rows, plugins, folder);
      } finally {
        for (const plugin of plugins.values()) await plugin.close();
      }
    });
  },
} satisfies Case;

const byText = (left: string, right: string): number => (left < right ? -1 : 1);

/** Each kind by its own plug-in. */
async function decides(server: OwnServer, rows: readonly Row[]): Promise<void> {
  for (const { name, collection, object, outcome } of rows) {
    const response = await server.wire.post(collection, { ...object, metadata: { name: 'written' } });
    if (outcome === 'written') {
      expectCreated(response);
      expectOk(await server.wire.get(`${collection}/written`));
      continue;
    }
    const words = 'got unexpected nil transformer';
    expectThat(`write with ${name}`, response.status === 500, 'a failure', response.status);
    expectField(response, 'message', `Internal error occurred: ${words}`);
    expectField(response, 'reason', 'InternalError');
    expectField(response, 'details', { causes: [{ message: words }] });
    expectStatus(await server.wire.get(`${collection}/written`), 404);
  }
  for (const path of ['/readyz', '/healthz', '/readyz/kms-providers', '/healthz/kms-providers'])
    expectStatus(await server.wire.get(path), 500);
  // A server that is restarted does not get another plug-in by that.
  expectOk(await server.wire.get('/livez'));
  expectStatus(await server.wire.get('/livez/kms-providers'), 404);
}

/** Plug-ins that are mended are used without a restart; one that changes the version of its interface is not mended. */
async function recovers(
  c: CaseContext,
  server: OwnServer,
  rows: readonly Row[],
  plugins: Map<string, KmsPlugin>,
  folder: string,
): Promise<void> {
  for (const { name, behaviour } of rows) {
    const plugin = plugins.get(name);
    if (plugin === undefined) plugins.set(name, await startKmsPlugin(join(folder, name)));
    else
      Object.assign(plugin.behaviour, soundBehaviour, { version: behaviour?.version === 'v2beta1' ? 'v2beta1' : 'v2' });
  }
  const changed = rows.find(({ behaviour }) => behaviour?.healthz !== undefined)?.name ?? '';
  const plugin = plugins.get(changed);
  if (plugin === undefined) throw new TypeError('no row has a plug-in that is starting');
  plugin.behaviour.version = 'v2beta1';
  for (const { collection, object, outcome } of rows) {
    if (outcome === 'refused')
      await c.eventually(async () => {
        await server.wire.get('/readyz/kms-providers');
        expectCreated(await server.wire.post(collection, { ...object, metadata: { name: c.unique('later') } }));
      });
  }
  for (let seen = plugin.statuses(), until = seen + 2; seen < until; seen = plugin.statuses()) {
    expectStatus(await server.wire.get('/readyz/kms-providers'), 500);
    await c.clock.sleep(limits.poll, c.signal);
  }
  plugin.behaviour.version = 'v2';
  await c.eventually(async () => expectOk(await server.wire.get('/readyz')));
  for (const path of ['/healthz', '/readyz/kms-providers', '/healthz/kms-providers'])
    expectEqual(`text of ${path}`, (await server.wire.get(path)).text(), 'ok');
}

function rowsOf(text: string): readonly Row[] {
  const long = (_all: string, length: string): string => 'x'.repeat(Number(length));
  const bytes = (_all: string, length: string): string => `bytes ${length}`;
  return text
    .trim()
    .split('\n')
    .map((row, index) => {
      const [differs = '', collection = '', type = '', more = '', outcome = ''] = row.split(' | ');
      const [apiVersion, kind] = type.split(' ');
      const written = differs.replaceAll(/LONG\((\d+)\)/g, long).replaceAll(/BYTES\((\d+)\)/g, bytes);
      return {
        name: `plugin-${index}`,
        behaviour: differs === 'away' ? undefined : behaviourOf(JSON.parse(written) as object),
        collection,
        object: { apiVersion, kind, ...(JSON.parse(more) as object) },
        outcome,
      };
    });
}

function behaviourOf(written: { readonly ciphertext?: string }): Partial<PluginBehaviour> {
  const { ciphertext, ...more } = written;
  if (ciphertext === undefined) return more;
  return { ...more, ciphertext: Buffer.alloc(Number(ciphertext.slice('bytes '.length)), 'c') };
}
