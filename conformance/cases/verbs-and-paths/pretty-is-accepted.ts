import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'pretty-is-accepted',
  title:
    'The parameters pretty and dryRun MUST be accepted on every write: the answer is indented, and nothing is kept.',
  requirements: ['VERB-074', 'VERB-070'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const options = { query: { dryRun: 'All', pretty: 'true' } };
    const before = (await createObject(c, maps.collection, configMap('b', { n: 'old' }))).json();
    const created = await c.wire.post(maps.collection, configMap('a'), options);
    expectCreated(created);
    const replaced = await c.wire.put(maps.item('b'), configMap('b', { n: 'new' }), options);
    expectOk(replaced);
    const patched = await c.wire.patch(maps.item('b'), 'merge', { data: { n: 'new' } }, options);
    expectOk(patched);
    const deleted = await c.wire.delete(maps.item('b'), undefined, options);
    expectDeleted(deleted);
    for (const answer of [created, replaced, patched, deleted]) {
      const text = answer.text();
      expectThat(`body of ${answer.title}`, text.includes('\n  "'), 'indented JSON', text.slice(0, 60));
    }
    await c.holds('VERB-070', async () => {
      expectEqual('object after trials', (await c.wire.get(maps.item('b'))).json(), before);
      expectStatus(await c.wire.get(maps.item('a')), 404);
    });
  },
} satisfies Case;
