import { expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

/** Milliseconds after which a missing renewal is a failure: the lease would expire. */
const patience = 40_000;
/** Seconds between two renewals: ten, and a little more so that many nodes do not renew together. */
const [least, most] = [9.9, 11];

export default {
  id: 'lease-is-renewed',
  title: 'The agent MUST renew the lease of its node every 10 seconds.',
  requirements: ['NSTAT-028', 'NSTAT-029', 'NSTAT-033U', 'LIM-019'],
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
    // A renewal that is late, as on a busy host, may shorten the next pause: any of several pauses may fit.
    const pauses: number[] = [];
    const fits = () => pauses.some((seconds) => seconds >= least && seconds <= most);
    while (!fits() && pauses.length < 4) {
      const renewed = await renewalAfter(before);
      pauses.push((renewed - before) / 1000);
      before = renewed;
    }
    expectThat('seconds between renewals', fits(), 'about 10', pauses);
    const duration = Number(fieldOf(first, 'spec.leaseDurationSeconds'));
    expectThat('duration of the lease', duration > most, 'longer than a renewal takes', duration);
  },
} satisfies Case;
