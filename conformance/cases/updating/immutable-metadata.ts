import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'immutable-metadata',
  title: "A write MUST NOT move an object's uid, creation time or version.",
  requirements: ['UPD-016', 'OBJ-046'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = await c.wire.get(maps.item('m-00'));
    const path = maps.item('m-00');
    const [uid, creationTimestamp] = ['00000000-0000-4000-8000-000000000001', '2001-02-03T04:05:06Z'];
    const isKept = (after: Exchange) => {
      for (const name of ['uid', 'creationTimestamp'])
        expectEqual(name, fieldOf(after, `metadata.${name}`), fieldOf(before, `metadata.${name}`));
    };
    await c.holds('UPD-016', async () => {
      const resourceVersion = `${versionOf(before)}0`;
      const moved = { ...(before.json() as object), data: { n: 'x' } } as { metadata?: object };
      const metadata = { ...moved.metadata, resourceVersion };
      expectFailure(await c.wire.put(path, { ...moved, metadata }), 409, 'Conflict');
      expectEqual('version', versionOf(await c.wire.get(path)), versionOf(before));
      for (const claimed of [{ uid }, { creationTimestamp }]) {
        const body = before.json() as { metadata: object };
        for (const write of [
          () => c.wire.patch(path, 'merge', { metadata: claimed }),
          () => c.wire.put(path, { ...body, metadata: { ...body.metadata, ...claimed } }),
        ]) {
          const answer = await write();
          const isFit = answer.status === 200 || (answer.status >= 400 && answer.status < 500);
          expectThat(`status of ${answer.title}`, isFit, '200 or 4xx', answer.status);
          isKept(await c.wire.get(path));
        }
      }
    });
    await c.holds('OBJ-046', async () => {
      expectOk(await c.wire.patch(path, 'merge', { data: { n: 'changed' } }));
      isKept(await c.wire.get(path));
    });
  },
} satisfies Case;
