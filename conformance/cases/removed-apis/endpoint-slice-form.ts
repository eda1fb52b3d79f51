import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'endpoint-slice-form',
  title:
    'An endpoint slice of v1 MUST carry node and zone of each endpoint, and the old topology map only as deprecated.',
  requirements: ['REMOVED-019', 'REMOVED-020', 'REMOVED-021'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('discovery.{api}/v1');
    const slices = c.resource(groupVersion, 'endpointslices');
    const endpoint = { addresses: ['10.1.2.3'], nodeName: 'n1', zone: 'z1' };
    const slice = {
      apiVersion: groupVersion,
      kind: 'EndpointSlice',
      metadata: { name: 's' },
      addressType: 'IPv4',
      endpoints: [endpoint],
      ports: [],
    };
    const created = await createObject(c, slices.collection, slice);
    expectField(created, 'endpoints.0.nodeName', 'n1');
    expectField(created, 'endpoints.0.zone', 'z1');
    const old = {
      ...slice,
      metadata: { name: 'old' },
      endpoints: [{ addresses: ['10.1.2.3'], topology: { zone: 'z1' } }],
    };
    expectFailure(
      await c.wire.post(slices.collection, old, { query: { fieldValidation: 'Strict' } }),
      400,
      'BadRequest',
    );
    await c.holds('REMOVED-021', async () => {
      const deprecated = {
        ...slice,
        metadata: { name: 'deprecated' },
        endpoints: [{ addresses: ['10.1.2.3'], deprecatedTopology: { zone: 'z1' } }],
      };
      expectAbsent(await createObject(c, slices.collection, deprecated), 'endpoints.0.deprecatedTopology');
    });
  },
} satisfies Case;
