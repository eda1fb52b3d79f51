import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoint-slice-form',
  title:
    'An endpoint slice of v1 MUST carry node and zone of each endpoint, and the old topology map only as deprecated.',
  requirements: ['REMOVED-018', 'REMOVED-019', 'REMOVED-020', 'REMOVED-021'],
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
      endpoints: [endpoint, { addresses: ['10.1.2.4'], nodeName: 'n2', zone: 'z2' }],
      ports: [],
    };
    const created = await c.wire.post(slices.collection, slice);
    await c.holds('REMOVED-018', async () => {
      expectCreated(created);
      const read = await c.wire.get(slices.item('s'));
      expectOk(read);
      expectField(read, 'apiVersion', groupVersion);
      expectField(read, 'kind', 'EndpointSlice');
    });
    await c.holds('REMOVED-019', async () => {
      expectField(created, 'endpoints.0.nodeName', 'n1');
      expectField(created, 'endpoints.1.nodeName', 'n2');
    });
    await c.holds('REMOVED-020', async () => {
      expectField(created, 'endpoints.0.zone', 'z1');
      expectField(created, 'endpoints.1.zone', 'z2');
    });
    const old = {
      ...slice,
      metadata: { name: 'old' },
      endpoints: [{ addresses: ['10.1.2.3'], topology: { zone: 'z1' } }],
    };
    const query = { fieldValidation: 'Strict' };
    await c.holds('REMOVED-021', async () => {
      expectFailure(await c.wire.post(slices.collection, old, { query }), 400, 'BadRequest');
      const endpoints = [{ addresses: ['10.1.2.3'], deprecatedTopology: { zone: 'z1' } }];
      const deprecated = { ...slice, metadata: { name: 'deprecated' }, endpoints };
      // It is a field that a strict check knows, and no client can write it.
      const made = await c.wire.post(slices.collection, deprecated, { query });
      expectCreated(made);
      expectAbsent(made, 'endpoints.0.deprecatedTopology');
      const item = slices.item('deprecated');
      for (const written of [
        await c.wire.put(item, deprecated, { query }),
        await c.wire.patch(item, 'merge', { endpoints }, { query }),
        await c.wire.get(item),
      ]) {
        expectOk(written);
        expectAbsent(written, 'endpoints.0.deprecatedTopology');
      }
    });
  },
} satisfies Case;
