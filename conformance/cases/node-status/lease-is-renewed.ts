import { expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { agentNode, conditionsOf } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

/** Milliseconds after which a missing renewal is a failure: the lease would expire. */
const patience = 40_000;

export default {
  id: 'lease-is-renewed',
  title: 'The agent MUST renew the lease of its node every 10 seconds, in addition to its status reports.',
  requirements: ['NSTAT-028', 'NSTAT-029', 'NSTAT-031', 'NSTAT-033U'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const node = await agentNode(c);
    const leases = c.resource('coordination.{api}/v1', 'leases', c.vendor.fill('{short}-node-lease'));
    const look = async () => {
      const lease = await c.wire.get(leases.item(node.name));
      expectOk(lease);
      expectEqual('holder', expectText(lease, 'spec.holderIdentity'), node.name);
      return lease;
    };
    const first = await look();
    const renewalAfter = (before: number): Promise<number> =>
      c.eventually(async () => {
        const time = Date.parse(expectText(await look(), 'spec.renewTime'));
        expectThat('renewal', time > before, 'a later one', new Date(time).toISOString());
        return time;
      }, patience);
    let before = Date.parse(expectText(first, 'spec.renewTime'));
    let renewed = await renewalAfter(before);
    // One renewal may be late if the host was suspended; then judge the next one.
    if (renewed - before >= 20_000) [before, renewed] = [renewed, await renewalAfter(renewed)];
    const seconds = (renewed - before) / 1000;
    expectThat('seconds between renewals', seconds > 5 && seconds < 20, 'about 10', seconds);
    const duration = Number(fieldOf(first, 'spec.leaseDurationSeconds'));
    expectThat('duration of the lease', duration > seconds, 'longer than a renewal takes', duration);
    const beats = conditionsOf(await node.read()).map((condition) => condition['lastHeartbeatTime']);
    expectThat('heartbeats of the status', beats.length > 0 && beats.every((beat) => beat !== null), 'one each', beats);
  },
} satisfies Case;
