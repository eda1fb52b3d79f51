import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-apps-v1',
  title: 'The version apps/v1 MUST be served for daemonsets, deployments, statefulsets, replicasets.',
  requirements: ['REMOVED-096', 'REMOVED-102', 'REMOVED-111', 'REMOVED-116'],
  async run(c) {
    for (const resource of ['daemonsets', 'deployments', 'statefulsets', 'replicasets']) {
      const list = await c.wire.get(c.clusterResource('apps/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('apps/v1'));
    }
  },
} satisfies Case;
