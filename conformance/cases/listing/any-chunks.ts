import { array, constantFrom, integer, record } from 'fast-check';
import { expectForAll } from '../../consistency/property.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { continueOf, versionOf } from '../../wire/expect/list.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** `limits`: the chunk sizes, used in turn. `writes`: one write after each of the first chunks. */
const inputs = record({
  limits: array(integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
  writes: array(record({ name: integer({ min: 0, max: 9 }), kind: constantFrom('patch', 'delete', 'create') }), {
    maxLength: 4,
  }),
});

export default {
  id: 'any-chunks',
  title: 'Chunks of any size MUST return each item of one snapshot exactly once, whatever is written in between.',
  requirements: ['LIST-004', 'LIST-005', 'LIST-007', 'LIST-010', 'LIST-011', 'LIST-022'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 10);
    const labels = { stock: 'yes' };
    const itemsOf = (answer: { json(): unknown }) =>
      listAt(answer.json(), 'items').map(
        (item) => `${textAt(item, 'metadata.name')} ${textAt(item, 'metadata.resourceVersion')}`,
      );
    const taken = new Set<number>();
    const write = async (index: number, kind: string) => {
      const name = `m-0${index}`;
      if (kind !== 'patch') taken[kind === 'delete' ? 'add' : 'delete'](index);
      if (kind === 'patch') {
        const data = { n: c.unique('n') };
        expectStatus(await c.wire.patch(maps.item(name), 'merge', { data }), 200, 404);
      } else if (kind === 'delete') expectStatus(await c.wire.delete(maps.item(name)), 200, 202, 404);
      else expectStatus(await c.wire.post(maps.collection, configMap(name, {}, { labels })), 200, 201, 409);
    };
    const trials = { seed: c.seed, runs: 30, signal: c.signal };
    await expectForAll(
      'chunks',
      inputs,
      async ({ limits, writes }) => {
        // Recreate what the input before this one deleted.
        await Promise.all([...taken].map((index) => write(index, 'create')));
        const whole = await c.wire.get(maps.collection, { query: createdSelector });
        const due = itemsOf(whole);
        const found: string[] = [];
        let version: string | undefined;
        let token = '';
        for (let count = 0; count === 0 || token !== ''; count += 1) {
          const limit = limits[count % limits.length] ?? 1;
          const more = token === '' ? {} : { continue: token };
          const chunk = await c.wire.get(maps.collection, {
            query: { ...createdSelector, limit: String(limit), ...more },
          });
          expectOk(chunk);
          token = continueOf(chunk);
          const items = itemsOf(chunk);
          expectThat('items of a chunk', items.length <= limit, `${limit} at most`, items.length);
          found.push(...items);
          version ??= versionOf(chunk);
          expectEqual('version of a chunk', versionOf(chunk), version);
          expectThat('items of a chunk', items.length === limit || token === '', `${limit}`, items.length);
          expectThat('items so far', found.length < due.length || token === '', 'no token after the last', token);
          const next = writes[count];
          if (next !== undefined) await write(next.name, next.kind);
        }
        expectEqual('items of all chunks', found, due);
      },
      trials,
    );
  },
} satisfies Case;
