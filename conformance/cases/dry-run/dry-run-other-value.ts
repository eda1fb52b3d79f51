import { expectNames } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-other-value',
  title: 'A dryRun value other than All MUST be refused, by all requests that write, which then change nothing.',
  requirements: ['VERB-068', 'DRY-026U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const item = maps.item('m-00');
    const write = (dryRun: string | readonly string[]) => {
      // Two values are two parameters.
      const query = [dryRun]
        .flat()
        .map((value) => `dryRun=${value}`)
        .join('&');
      const changed = configMap('m-00', { n: 'changed' }, { labels: { stock: 'yes' } });
      return [
        c.wire.post(`${maps.collection}?${query}`, configMap('a')),
        c.wire.put(`${item}?${query}`, changed),
        c.wire.patch(`${item}?${query}`, 'merge', changed),
        c.wire.delete(`${item}?${query}`),
        c.wire.delete(`${maps.collection}?${query}&labelSelector=stock%3Dyes`),
      ];
    };
    const expectUnchanged = async () => {
      expectStatus(await c.wire.get(maps.item('a')), 404);
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-00']);
      expectField(await c.wire.get(item), 'data', { n: '0' });
    };
    for (const dryRun of ['Some', 'all', 'true', ['All', 'Some']]) {
      for (const answer of await Promise.all(write(dryRun))) expectRefused(answer);
    }
    await expectUnchanged();
    const [created, ...others] = await Promise.all(write('All'));
    if (created !== undefined) expectCreated(created);
    for (const answer of others) expectOk(answer);
    await expectUnchanged();
  },
} satisfies Case;
