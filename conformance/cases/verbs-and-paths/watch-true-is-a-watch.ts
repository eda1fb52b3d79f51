import { expectNames } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'watch-true-is-a-watch',
  title: 'The value true of watch SHOULD mean the same as 1.',
  requirements: ['VERB-058', 'VERB-085', 'VERB-023'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const expectWatch = async (watch: string) => {
      const stream = await c.wire.watch(maps.collection, { watch, ...createdSelector });
      expectOpen(stream);
      expectEvent(await stream.next(), 'ADDED', 'm-00');
      expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: `changed by ${watch}` } }));
      expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
      stream.close();
    };
    await c.holds(['VERB-023', 'VERB-058'], () => expectWatch('1'));
    await c.holds('VERB-085', () => expectWatch('true'));
    await c.holds('VERB-058', async () => {
      await expectWatch('');
      // Of other methods it is no option.
      const query = { watch: '1' };
      const created = await c.wire.post(maps.collection, configMap('posted'), { query });
      expectCreated(created);
      expectField(created, 'metadata.name', 'posted');
      const patched = await c.wire.patch(maps.item('posted'), 'merge', { data: { n: 'patched' } }, { query });
      expectField(patched, 'data.n', 'patched');
      expectOk(await c.wire.put(maps.item('posted'), configMap('posted', { n: 'put' }), { query }));
      expectDeleted(await c.wire.delete(maps.item('posted'), undefined, { query }));
    });
    await c.holds('VERB-058', async () => {
      for (const watch of ['0', 'false'])
        expectNames(await c.wire.get(maps.collection, { query: { watch, ...createdSelector } }), ['m-00']);
    });
  },
} satisfies Case;
