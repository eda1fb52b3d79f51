import { createObject } from '../../fixtures/created-objects.ts';
import { agentPatience, isRenewal, untilAnswered, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { bytesField, fieldsOf, messageOf, textField } from '../../wire/format/protobuf-fields.ts';

const podCIDRs = ['10.244.7.0/24', 'fd00:7::/64'];

export default {
  id: 'pod-network',
  title:
    'An agent SHOULD tell its runtime the pod addresses of its node, again when the runtime failed, and not when it knows them.',
  requirements: ['NSTAT-018'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const told: (string | undefined)[] = [];
      runtime.serve('UpdateRuntimeConfig', async (request) => {
        const network = bytesField(fieldsOf('UpdateRuntimeConfig', bytesField(fieldsOf('it', request), 1)), 1);
        told.push(textField(fieldsOf('NetworkConfig', network), 1));
        if (told.length === 1) throw new Error('not yet');
        return messageOf([]);
      });
      const name = c.unique('node');
      const nodes = c.clusterResource('v1', 'nodes');
      const spec = { podCIDR: podCIDRs[0], podCIDRs };
      const made = await createObject(c, nodes.collection, {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name },
        spec,
      });
      if (fieldOf(made, 'spec.podCIDR') !== podCIDRs[0])
        throw new NotObservable('the service assigns the addresses of pods itself');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };
      await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
        await joined.untilReady();
        await c.eventually(async () => {
          expectOk(await c.wire.get(joined.node));
          expectThat('calls with the addresses of pods', told.length >= 2, '2 or more', told);
        }, agentPatience);
        await untilAnswered(c, joined, { what: 'renewals', count: 2, by: 'success' }, (request) =>
          isRenewal(joined, request),
        );
        const all = podCIDRs.join(',');
        expectEqual('addresses of pods', told, [all, all]);
      });
    });
  },
} satisfies Case;
