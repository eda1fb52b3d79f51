import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-storage-v1',
  title:
    'The version storage/v1 MUST be served for csistoragecapacities, csidrivers, csinodes, storageclasses, volumeattachments.',
  requirements: ['REMOVED-011', 'REMOVED-092'],
  async run(c) {
    for (const resource of ['csistoragecapacities', 'csidrivers', 'csinodes', 'storageclasses', 'volumeattachments']) {
      const list = await c.wire.get(c.clusterResource('storage.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('storage.{api}/v1'));
    }
  },
} satisfies Case;
