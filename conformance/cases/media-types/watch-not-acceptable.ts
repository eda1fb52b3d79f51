import { expectContentType } from '../../wire/expect/headers.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'watch-not-acceptable',
  title: 'A watch whose Accept has no streamable type MUST be answered 406 and not be opened.',
  requirements: ['MEDIA-047'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const accept of ['application/x-none', 'application/yaml']) {
      const refused = await c.wire.watch(maps.collection, { timeoutSeconds: '1' }, { accept });
      expectStatus(refused.opened, 406);
    }
    const taken = await c.wire.watch(
      maps.collection,
      { timeoutSeconds: '1' },
      { accept: 'application/yaml, application/json;q=0.5' },
    );
    expectStatus(taken.opened, 200);
    expectContentType(taken.opened, 'application/json');
  },
} satisfies Case;
