import { expectField, expectJson } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'pod-status-of-own-pods',
  title: 'A node agent MUST be able to write the status of pods on its node.',
  requirements: ['NODEAUTHZ-015'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const own = c.unique('node');
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('mine', { nodeName: own }));
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    await c.eventually(async () => expectOk(await agent.get(pods.item('mine'))));
    const status = { status: { message: 'from the agent' } };
    expectOk(await agent.patch(pods.item('mine', 'status'), 'strategic', status));
    expectField(await c.wire.get(pods.item('mine')), 'status.message', 'from the agent');
    const whole = expectJson(await agent.get(pods.item('mine'))) as { status: object };
    const put = { ...whole, status: { ...whole.status, message: 'by PUT' } };
    expectOk(await agent.put(pods.item('mine', 'status'), put));
    expectField(await c.wire.get(pods.item('mine')), 'status.message', 'by PUT');
    expectDeleted(await c.wire.delete(pods.item('mine'), { gracePeriodSeconds: 0 }));
  },
} satisfies Case;
