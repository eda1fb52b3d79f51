import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { twoNodes } from '../../fixtures/rights/two-nodes.ts';
import { node } from '../../fixtures/manifests.ts';

export default {
  id: 'restriction-of-node-writes',
  title: 'With NodeRestriction an agent MUST NOT write other nodes, nor protected fields and labels of its own.',
  requirements: ['NODEAUTHZ-024', 'NODEAUTHZ-025'],
  needs: ['impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const { own, other, nodes, agent } = await twoNodes(c);
    const labels = (key: string) => ({ metadata: { labels: { [c.vendor.fill(key)]: 'x' } } });
    expectOk(await agent.patch(nodes.item(own), 'merge', labels('conformance')));
    expectOk(await agent.patch(nodes.item(own), 'merge', labels('topology.{label}/zone')));
    expectFailure(await agent.patch(nodes.item(other), 'merge', labels('conformance')), 403, 'Forbidden');
    for (const key of ['node-restriction.{label}/x', '{label}/x']) {
      expectFailure(await agent.patch(nodes.item(own), 'merge', labels(key)), 403, 'Forbidden');
    }
    const taints = { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } };
    const configSource = {
      spec: { configSource: { configMap: { namespace: 'a', name: 'b', kubeletConfigKey: 'c' } } },
    };
    const owner = { apiVersion: 'v1', kind: 'Node', name: other, uid: 'a2c1a6f0-0000-4000-8000-000000000000' };
    const owned = { metadata: { ownerReferences: [owner] } };
    for (const path of [nodes.item(own), nodes.item(own, 'status')]) {
      for (const kept of [taints, configSource, owned, labels('node-restriction.{label}/x')]) {
        expectFailure(await agent.patch(path, 'merge', kept), 403, 'Forbidden');
      }
    }
    expectFailure(await agent.put(nodes.item(other), node(other)), 403, 'Forbidden');
    expectOk(await agent.patch(nodes.item(own, 'status'), 'merge', { status: { phase: 'Running' } }));
    // What an administrator has set to keep pods away stays: it is neither changed nor removed.
    const guard = c.vendor.fill('node-restriction.{label}/guarded');
    const guarded = { metadata: { labels: { [guard]: 'yes' } }, spec: taints.spec };
    expectOk(await c.wire.patch(nodes.item(own), 'merge', guarded));
    for (const path of [nodes.item(own), nodes.item(own, 'status')]) {
      for (const patch of [
        { metadata: { labels: { [guard]: 'no' } } },
        { metadata: { labels: { [guard]: null } } },
        { spec: { taints: null } },
      ]) {
        expectFailure(await agent.patch(path, 'merge', patch), 403, 'Forbidden');
      }
    }
    expectFailure(await agent.put(nodes.item(own), node(own)), 403, 'Forbidden');
    expectField(await c.wire.get(nodes.item(own)), ['metadata', 'labels', guard], 'yes');
  },
} satisfies Case;
