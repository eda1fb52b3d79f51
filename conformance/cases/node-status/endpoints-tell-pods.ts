import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-tell-pods',
  title: 'An agent MUST list the pods that are bound to its node, and no others.',
  requirements: ['NSTAT-002'],
  needs: ['namespace', 'agent', 'agent-credentials'],
  async run(c) {
    const { name: nodeName } = await agentNode(c);
    const pods = c.resource('v1', 'pods');
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'bound' },
      spec: { nodeName, containers: [{ name: 'app', image: 'example.test/app:1' }] },
    };
    expectCreated(await c.wire.post(pods.collection, pod));
    const gate = { name: 'example.test/never' };
    const unbound = { ...pod.spec, nodeName: undefined, schedulingGates: [gate] };
    expectCreated(await c.wire.post(pods.collection, { ...pod, metadata: { name: 'unbound' }, spec: unbound }));
    await c.eventually(async () => {
      const answer = await c.agent.get('/pods');
      expectOk(answer);
      expectField(answer, 'kind', 'PodList');
      const names = expectArray(answer, 'items').map(
        (item) => `${String(fieldOf(item, 'metadata.namespace'))}/${String(fieldOf(item, 'metadata.name'))}`,
      );
      expectThat('pods of the agent', names.includes(`${c.namespace}/bound`), `${c.namespace}/bound among them`, names);
      expectThat('pods of the agent', !names.includes(`${c.namespace}/unbound`), 'none of no node', names);
    });
    // This agent may run no pods and so confirm no termination: delete the pod, so that the namespace can go.
    await c.wire.delete(`${pods.item('bound')}?gracePeriodSeconds=0`);
  },
} satisfies Case;
