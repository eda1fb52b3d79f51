import { node } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';

const dry = { query: { dryRun: 'All' } };

export default {
  id: 'addresses-are-checked',
  title: 'Addresses and ranges in names and fields MUST be in canonical form, on create and on update.',
  requirements: ['FVAL-028U', 'OBJ-057U'],
  async run(c) {
    const networking = c.vendor.fill('networking.{api}/v1');
    const addresses = c.clusterResource(networking, 'ipaddresses');
    const address = (name: string, own: object = {}) => ({
      apiVersion: networking,
      kind: 'IPAddress',
      metadata: { name },
      spec: { parentRef: { resource: 'services', name: 'web', namespace: 'default' } },
      ...own,
    });
    await c.holds('OBJ-057U', async () => {
      for (const name of ['203.0.113.9', '2001:db8::9']) {
        expectCreated(await c.wire.post(addresses.collection, address(name), dry));
      }
      for (const name of ['junk', '203.0.113.009', '203.0.113', '2001:DB8::9', '2001:db8:0::9', '::ffff:203.0.113.9']) {
        expectFailure(await c.wire.post(addresses.collection, address(name), dry), 422, 'Invalid');
      }
    });
    const nodes = c.clusterResource('v1', 'nodes');
    const [placed, plain] = [c.unique('placed'), c.unique('plain')];
    for (const name of [placed, plain]) c.removeLater(nodes.item(name));
    const ranges = (name: string, ...podCIDRs: readonly string[]) => ({
      ...node(name),
      spec: { podCIDR: podCIDRs[0], podCIDRs },
    });
    await c.holds('FVAL-028U', async () => {
      for (const spec of [{}, { parentRef: { resource: 'services' } }]) {
        expectFailure(await c.wire.post(addresses.collection, address('203.0.113.9', { spec }), dry), 422, 'Invalid');
      }
      const both = ['198.51.100.0/25', '2001:db8:7::/64'];
      const made = await c.wire.post(nodes.collection, ranges(placed, ...both));
      expectCreated(made);
      expectField(made, 'spec.podCIDRs', both);
      for (const wrong of [
        ['x'],
        ['198.51.100.0'],
        ['198.51.100.0/33'],
        ['198.51.100.0/25', '198.51.100.128/25'],
        [...both, '203.0.113.0/24'],
      ]) {
        expectFailure(await c.wire.post(nodes.collection, ranges(plain, ...wrong)), 422, 'Invalid');
        expectStatus(await c.wire.get(nodes.item(plain)), 404);
      }
      expectCreated(await c.wire.post(nodes.collection, node(plain)));
      expectFailure(
        await c.wire.patch(nodes.item(plain), 'merge', { spec: { podCIDR: 'x', podCIDRs: ['x'] } }),
        422,
        'Invalid',
      );
      // The range of a node cannot change once it is set.
      const other = { spec: { podCIDR: '203.0.113.0/24', podCIDRs: ['203.0.113.0/24'] } };
      expectFailure(await c.wire.patch(nodes.item(placed), 'merge', other), 422, 'Invalid');
      expectOk(await c.wire.patch(nodes.item(placed), 'merge', { metadata: { labels: { a: 'b' } } }));
      expectField(await c.wire.get(nodes.item(placed)), 'spec.podCIDRs', both);
    });
  },
} satisfies Case;
