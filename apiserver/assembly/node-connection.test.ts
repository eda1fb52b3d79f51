import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate } from '../../shared/certificates/authority.ts';
import { systemClock as clock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { nodeConnection } from './node-connection.ts';
import type { NodeConnectionOptions } from '../config/option/options.ts';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { preferredAddress } from '../connect/address/node-address.ts';

const agentAuthority = createAuthority({ commonName: 'agents', clock });
const ca = createAuthority({ commonName: 'server', clock });
const vendor = vendorOf('kubernetes');
const ownName = vendor.fill('{short}-apiserver-kubelet-client');

/** An agent that answers every path with the name in the client certificate, and a way to ask it through the service. */
async function agent(t: Test) {
  const serving = issueCertificate(agentAuthority, {
    commonName: 'n',
    ipAddresses: ['127.0.0.1'],
    usages: ['server'],
    clock,
  });
  const server = createServer(
    {
      cert: serving.certificatePem,
      key: serving.keyPem,
      ca: [ca.certificatePem, agentAuthority.certificatePem],
      requestCert: true,
    },
    (request, response) => {
      const { CN, O } = (request.socket as TLSSocket).getPeerCertificate().subject ?? {};
      response.end([CN, O].filter((part) => part !== undefined).join(' of '));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = await inProcess('orch');
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await api.close();
  });
  const { port } = server.address() as AddressInfo;
  const status = {
    addresses: [
      { type: 'ExternalIP', address: '192.0.2.1' },
      { type: 'InternalIP', address: '127.0.0.1' },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  await api.call('create', 'nodes', { body: { metadata: { name: 'n' }, status } });
  return async (options: NodeConnectionOptions): Promise<string> => {
    const own = { resources: api.resources, store: api.store, vendor, clock, ca, isAllowed: () => true };
    const answer = nodeConnection({ ...own, ...options });
    const result = await answer({ ...api.request('get', 'nodes', { name: 'n', subresource: 'proxy' }), subpath: '/' });
    if (result.kind !== 'stream') throw new Error('the answer is no stream');
    const chunks: Buffer[] = [];
    await result.run({ queued: 0, drained: async () => {}, write: (chunk) => chunks.push(chunk) > 0 });
    return Buffer.concat(chunks).toString();
  };
}

t.test(
  'an agent is believed when the given authority signed its certificate, and sees a user without groups',
  async (t) => {
    const ask = await agent(t);
    t.equal(await ask({ agentCa: agentAuthority.certificatePem }), ownName);
    await t.rejects(ask({ agentCa: ca.certificatePem }), {
      code: 503,
      message: /^error trying to reach service: https:.*: .*certificate/,
    });
    t.equal(await ask({}), ownName, 'without an authority nothing is checked');
  },
);

t.test('the service shows the client certificate it was given', async (t) => {
  const ask = await agent(t);
  const own = issueCertificate(agentAuthority, { commonName: 'given', usages: ['client'], clock });
  t.equal(await ask({ client: { certificate: own.certificatePem, privateKey: own.keyPem } }), 'given');
});

t.test('the types of addresses are tried in their order', async (t) => {
  const addresses = [
    { type: 'ExternalIP', address: '192.0.2.1' },
    { type: 'InternalIP', address: '10.0.0.1' },
    { type: 'Hostname', address: '' },
  ];
  t.equal(preferredAddress(addresses), '10.0.0.1', 'an empty one does not count');
  const named = [...addresses, { type: 'InternalDNS', address: 'n.internal' }];
  t.equal(preferredAddress(named), 'n.internal', 'names before addresses, inner ones before outer ones');
  t.equal(preferredAddress([{ type: 'Hostname', address: 'n' }, ...named]), 'n');
  t.equal(preferredAddress(addresses, ['Hostname', 'ExternalIP']), '192.0.2.1');
  t.equal(preferredAddress(addresses, ['InternalDNS']), undefined);
});
