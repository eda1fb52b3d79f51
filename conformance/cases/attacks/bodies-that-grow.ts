import { gzipSync } from 'node:zlib';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectCreated, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Each level multiplies by nine: one kilobyte of text expands to half a gigabyte of items. */
const aliases = ['a0: &a0 [x,x,x,x,x,x,x,x,x]']
  .concat(
    Array.from({ length: 8 }, (_, level) => {
      const before = Array.from({ length: 9 }, () => `*a${level}`).join(',');
      return `a${level + 1}: &a${level + 1} [${before}]`;
    }),
  )
  .join('\n');

/** Each copy of the map into itself doubles its size. */
const copies = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/data', path: `/data/c${index}` }));

export default {
  id: 'bodies-that-grow',
  title: 'A small body that expands to a large one MUST be refused, and MUST NOT harm other requests.',
  requirements: ['LIM-008U', 'MEDIA-024', 'MEDIA-069'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\n';
    const version = versionOf(await createObject(c, maps.collection, configMap('a', { k: 'x'.repeat(1_000) })));
    const isUnharmed = async () => {
      expectOk(await c.wire.get('/livez'));
      expectStatus(await c.wire.get(maps.item('bomb')), 404);
      expectEqual('version of an object', versionOf(await c.wire.get(maps.item('a'))), version);
    };
    await c.holds('MEDIA-024', async () => {
      const fit = `${head.replace('bomb', 'fit')}data: &d {k: &t v, l: *t}`;
      expectCreated(await c.wire.post(maps.collection, fit, { contentType: 'application/yaml' }));
      for (const rest of [aliases, `data: &d {k: v, d: *d}`, `data: {k: &t [*t]}`]) {
        expectRefused(await c.wire.post(maps.collection, head + rest, { contentType: 'application/yaml' }));
        await isUnharmed();
      }
      expectRefused(await c.wire.patch(maps.item('a'), 'apply', head + aliases, { query: { fieldManager: 'x' } }));
      await isUnharmed();
    });
    await c.holds('MEDIA-069', async () => {
      expectRefused(await c.wire.patch(maps.item('a'), 'json', copies));
      await isUnharmed();
    });
    await c.holds('LIM-008U', async () => {
      const packed = new Uint8Array(gzipSync(Buffer.alloc(20_000_000, ' ')));
      const headers = { 'content-encoding': 'gzip' };
      expectRefused(await c.wire.post(maps.collection, packed, { headers }));
      expectRefused(await c.wire.patch(maps.item('a'), 'merge', packed, { headers }));
      await isUnharmed();
    });
  },
} satisfies Case;
