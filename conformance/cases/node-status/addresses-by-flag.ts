import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'addresses-by-flag',
  title:
    'A node MUST report the address that a flag or its name sets, before its host name, with 0.0.0.0 one of its host, and none that it does not have.',
  requirements: ['NSTAT-005', 'NSTAT-006', 'NSTAT-008'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const ofHost = Object.values(networkInterfaces()).flatMap((list = []) => list.filter(({ internal }) => !internal));
    const own = ofHost.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    const [address] = own;
    if (address === undefined) throw new NotObservable('this host has no address but that of loopback');
    await reports(c, `--node-ip=${address}`, [address]);
    await reports(c, '--node-ip=0.0.0.0', own);
    const newer = ofHost.filter(({ family, scopeid }) => family === 'IPv6' && scopeid === 0).map((one) => one.address);
    if (newer.length > 0) await reports(c, '--node-ip=::', newer);
    await c.holds('NSTAT-008', () => reportsName(c));
    // Addresses for documents, which no host has, and the other family.
    await c.holds('NSTAT-008', () => reportsNone(c, '--node-ip=203.0.113.9', () => false));
    await c.holds('NSTAT-008', () => reportsNone(c, '--node-ip=::', (address) => address.includes(':')));
  },
} satisfies Case;

/** A name that is an address is the internal one too. */
async function reportsName(c: CaseContext): Promise<void> {
  // An address of the range for measurements, another one for each run.
  const [third = 0, fourth = 0] = createHash('sha256').update(c.unique('address')).digest();
  const name = `198.18.${third}.${fourth}`;
  await withJoinedAgent(c, { name }, async (joined) => {
    await c.eventually(async () => {
      const node = await c.wire.get(joined.node);
      expectOk(node);
      expectField(node, 'status.addresses', [
        { type: 'InternalIP', address: name },
        { type: c.vendor.behaviour.hostNameAddress, address: name },
      ]);
    }, agentPatience);
  });
}

/** Fails when the node reports internal addresses that do not fit. */
async function reportsNone(c: CaseContext, flag: string, fits: (address: string) => boolean): Promise<void> {
  const name = c.unique('node');
  await withJoinedAgent(c, { name, flags: [`--hostname-override=${name}`, flag] }, async (joined) => {
    await c.eventually(async () => {
      const node = await c.wire.get(joined.node);
      expectOk(node);
      const addresses = (fieldOf(node, 'status.addresses') ?? []) as readonly { type: string; address: string }[];
      const internal = addresses.filter(({ type, address }) => type === 'InternalIP' && !fits(address));
      expectEqual(`internal addresses with ${flag}`, internal, []);
      expectThat('conditions', fieldOf(node, 'status.conditions') !== undefined, 'a list', undefined);
    }, agentPatience);
  });
}

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
