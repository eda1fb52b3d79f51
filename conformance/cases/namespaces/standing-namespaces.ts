import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'standing-namespaces',
  title: 'The namespace default and the system namespaces SHOULD exist and refuse deletion.',
  requirements: ['OBJ-083'],
  async run(c) {
    for (const name of ['default', c.vendor.fill('{short}-system'), c.vendor.fill('{short}-public')]) {
      expectOk(await c.wire.get(`/api/v1/namespaces/${name}`));
      expectFailure(
        await c.wire.delete(`/api/v1/namespaces/${name}`, undefined, { query: { dryRun: 'All' } }),
        403,
        'Forbidden',
      );
    }
  },
} satisfies Case;
