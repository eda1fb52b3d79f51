import { expectCreated, expectDeleted, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { twoNodes } from '../../fixtures/rights/two-nodes.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'mirror-pods',
  title: 'A node agent MUST be able to write mirror pods of its node, and MUST NOT write pods of other nodes.',
  requirements: ['NODEAUTHZ-014', 'NODEAUTHZ-026', 'NODEAUTHZ-031U'],
  needs: ['namespace', 'impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const { own, other, nodes, agent } = await twoNodes(c);
    const { metadata: owner } = (await c.wire.get(nodes.item(own))).json() as { metadata: { uid: string } };
    const mirror = (name: string, nodeName: string) =>
      pod(
        name,
        { nodeName },
        {
          annotations: { [c.vendor.fill('{label}/config.mirror')]: 'x' },
          ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: own, uid: owner.uid, controller: true }],
        },
      );
    const pods = c.resource('v1', 'pods');
    expectCreated(await agent.post(pods.collection, mirror('mine', own)));
    expectFailure(await agent.post(pods.collection, mirror('theirs', other)), 403, 'Forbidden');
    await createPod(c, pod('foreign', { nodeName: other }));
    const status = { status: { message: 'not mine' } };
    expectFailure(await agent.patch(pods.item('foreign', 'status'), 'strategic', status), 403, 'Forbidden');
    const now = { gracePeriodSeconds: 0 };
    expectFailure(await agent.delete(pods.item('foreign'), now), 403, 'Forbidden');
    expectDeleted(await agent.delete(pods.item('mine'), now));
    expectDeleted(await c.wire.delete(pods.item('foreign'), now));
  },
} satisfies Case;
