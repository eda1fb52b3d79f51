import { versionOf } from '../../wire/expect/list.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'broken-token',
  title: 'A continue token that the service did not issue MUST be refused.',
  requirements: ['LIST-020U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const rv = Number(versionOf(await c.wire.get(maps.collection)));
    // A token of the usual form whose position is outside of the list would show objects of another.
    const forged = (start: string) =>
      Buffer.from(JSON.stringify({ v: c.vendor.fill('meta.{api}/v1'), rv, start })).toString('base64url');
    for (const token of ['not-a-token', forged('../default/'), forged(`../../secrets/${c.namespace}/`)]) {
      const query = { limit: '1', continue: token };
      expectFailure(await c.wire.get(maps.collection, { query }), 400, 'BadRequest');
    }
  },
} satisfies Case;
