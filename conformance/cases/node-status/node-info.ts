import { expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'node-info',
  title: 'A node MUST report kernel, operating system, container runtime, and the versions of agent and proxy.',
  requirements: ['NSTAT-013', 'NSTAT-014', 'NSTAT-015', 'NSTAT-016', 'NSTAT-017U'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const node = await (await agentNode(c)).read();
    const names = ['kernelVersion', 'osImage', 'operatingSystem', 'architecture', 'machineID', 'systemUUID', 'bootID'];
    for (const name of names) expectText(node, `status.nodeInfo.${name}`);
    expectPattern(node, 'status.nodeInfo.containerRuntimeVersion', /^[\w.-]+:\/\/\S+$/);
    expectPattern(node, 'status.nodeInfo.kubeletVersion', /^v\d+\.\d+\.\d+/);
    // The proxy no longer has a version here: the key exists and may be empty.
    expectEqual('type of kubeProxyVersion', typeof fieldOf(node, 'status.nodeInfo.kubeProxyVersion'), 'string');
    const port = fieldOf(node, 'status.daemonEndpoints.kubeletEndpoint.Port');
    expectEqual('type of the port of the agent', typeof port, 'number');
  },
} satisfies Case;
