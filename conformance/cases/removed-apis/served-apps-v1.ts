import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-apps-v1',
  title: 'The version apps/v1 MUST be served for daemonsets, deployments, statefulsets, replicasets.',
  requirements: ['REMOVED-096', 'REMOVED-102', 'REMOVED-111', 'REMOVED-116'],
  async run(c) {
    const isServed = async (resource: string) => {
      const list = await c.wire.get(c.clusterResource('apps/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('apps/v1'));
    };
    await c.holds('REMOVED-096', () => isServed('daemonsets'));
    await c.holds('REMOVED-102', () => isServed('deployments'));
    await c.holds('REMOVED-111', () => isServed('statefulsets'));
    await c.holds('REMOVED-116', () => isServed('replicasets'));
  },
} satisfies Case;
