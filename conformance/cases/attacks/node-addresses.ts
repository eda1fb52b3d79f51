import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** Loopback, link-local, unspecified and multicast addresses. */
const addresses = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '::1',
  '::',
  '169.254.169.254',
  'fe80::1',
  '224.0.0.1',
  '::ffff:127.0.0.1',
];

export default {
  id: 'node-addresses',
  title: 'The service MUST NOT connect to a node at a loopback, link-local, unspecified or multicast address.',
  requirements: ['VERB-054U'],
  needs: ['namespace'],
  async run(c) {
    const nodes = c.clusterResource('v1', 'nodes');
    const name = c.unique('node');
    c.removeLater(nodes.item(name));
    await createObject(c, nodes.collection, node(name));
    await createPod(c, pod('p', { nodeName: name }));
    for (const type of ['InternalIP', 'Hostname']) {
      for (const address of addresses) {
        const reported = await c.wire.patch(nodes.item(name, 'status'), 'merge', {
          status: { addresses: [{ type, address }], daemonEndpoints: { kubeletEndpoint: { Port: 443 } } },
        });
        // A server that refuses the address in the node status has nothing to connect to.
        if (reported.status === 422) continue;
        expectOk(reported);
        // Refused before a connection is opened: the listener may be the service itself, which trusts its own identity.
        for (const path of ['proxy/version', 'proxy/api/v1/secrets', 'proxy/']) {
          expectStatus(await c.wire.get(nodes.item(name, path)), 400);
        }
        expectStatus(await c.wire.post(nodes.item(name, 'proxy/api/v1/namespaces'), {}), 400);
        const log = await c.wire.get(c.resource('v1', 'pods').item('p', 'log'));
        expectThat(`status of ${log.title} under ${address}`, log.status >= 400, 'a refusal', log.status);
      }
    }
  },
} satisfies Case;
