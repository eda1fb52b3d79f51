import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-apiextensions-v1',
  title: 'The version apiextensions/v1 MUST be served for customresourcedefinitions.',
  requirements: ['REMOVED-045'],
  async run(c) {
    for (const resource of ['customresourcedefinitions']) {
      const list = await c.wire.get(c.clusterResource('apiextensions.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('apiextensions.{api}/v1'));
    }
  },
} satisfies Case;
