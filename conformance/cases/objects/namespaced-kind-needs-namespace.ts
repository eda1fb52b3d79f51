import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'namespaced-kind-needs-namespace',
  title: 'An item path of a namespaced kind without a namespace MUST NOT find an object.',
  requirements: ['OBJ-018'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectRefused(await c.wire.get(`${maps.everywhere}/m-00`));
    expectRefused(await c.wire.get(`/api/v1/namespaces/${c.namespace}/nodes`));
  },
} satisfies Case;
