import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'addresses',
  title: 'A node MUST report its host name and an internal address, and no undocumented type of address.',
  requirements: ['NSTAT-005', 'NSTAT-007', 'NSTAT-008'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const node = await (await agentNode(c)).read();
    const addresses = expectArray(node, 'status.addresses');
    const types = addresses.map((address) => fieldOf(address, 'type'));
    const hostName = c.vendor.behaviour.hostNameAddress;
    for (const wanted of [hostName, 'InternalIP']) {
      expectThat('types of addresses', types.includes(wanted), `${wanted} among them`, types);
    }
    const known = [hostName, 'InternalIP', 'ExternalIP', 'InternalDNS', 'ExternalDNS'];
    expectThat(
      'types of addresses',
      types.every((type) => known.includes(String(type))),
      `only ${known.join(', ')}`,
      types,
    );
    expectThat(
      'addresses',
      addresses.every((address) => typeof fieldOf(address, 'address') === 'string'),
      'an address in each entry',
      addresses,
    );
  },
} satisfies Case;
