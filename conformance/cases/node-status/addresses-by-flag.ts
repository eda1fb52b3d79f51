import { networkInterfaces } from 'node:os';
import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'addresses-by-flag',
  title: 'A node MUST report the address that a flag sets, before its host name, and with 0.0.0.0 one of its host.',
  requirements: ['NSTAT-005', 'NSTAT-006', 'NSTAT-008'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const own = Object.values(networkInterfaces())
      .flatMap((list = []) => list)
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    const [address] = own;
    if (address === undefined) throw new NotObservable('this host has no address but that of loopback');
    await reports(c, `--node-ip=${address}`, [address]);
    await reports(c, '--node-ip=0.0.0.0', own);
  },
} satisfies Case;

/** Fails unless the node reports one of the addresses, and then its name. */
async function reports(c: CaseContext, flag: string, addresses: readonly string[]): Promise<void> {
  const name = c.unique('node');
  await withJoinedAgent(c, { name, flags: [`--hostname-override=${name}`, flag] }, async (joined) => {
    const node = await c.eventually(async () => {
      const found = await c.wire.get(joined.node);
      expectOk(found);
      expectField(found, 'status.addresses.0.type', 'InternalIP');
      return found;
    }, agentPatience);
    const found = (node.json() as { status: { addresses: { type: string; address: string }[] } }).status.addresses;
    expectEqual(
      `addresses with ${flag}`,
      found.map((one) =>
        one.type === 'InternalIP' && addresses.includes(one.address) ? { ...one, address: 'own' } : one,
      ),
      [
        { type: 'InternalIP', address: 'own' },
        { type: c.vendor.behaviour.hostNameAddress, address: name },
      ],
    );
  });
}
