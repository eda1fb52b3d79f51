import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { node, pod, resourceSlice } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';

/**
 * Base64 of PEM signing requests, made for this case; their private keys were discarded. For
 * `system:node:conformance-own` and `system:node:conformance-other`.
 */
const signingRequests = {
  own: Buffer.from(
    `-----BEGIN CERTIFICATE REQUEST-----
MIH3MIGfAgEAMD0xFTATBgNVBAoMDHN5c3RlbTpub2RlczEkMCIGA1UEAwwbc3lz
dGVtOm5vZGU6Y29uZm9ybWFuY2Utb3duMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEq17SLu+BaFKqGjOHk0GAWBCx3hnmmx8rRecNgOM2VxRpr5ra2+yjZ7umZuhD
6ttQRNNUrQb1IAwzFR29wZoqOqAAMAoGCCqGSM49BAMCA0cAMEQCIHfSQ60Bf4lU
SHI/O++8+f55oKQRU616N22JUAEZ9QP7AiAilhigDc9JjRnyKRnLjCg2y6Z0fsNa
ITJL0PUAb0Pomg==
-----END CERTIFICATE REQUEST-----
`,
  ).toString('base64'),
  other: Buffer.from(
    `-----BEGIN CERTIFICATE REQUEST-----
MIH5MIGhAgEAMD8xFTATBgNVBAoMDHN5c3RlbTpub2RlczEmMCQGA1UEAwwdc3lz
dGVtOm5vZGU6Y29uZm9ybWFuY2Utb3RoZXIwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAARBxLKrx/RaqC/gBnwL1v5LkO2sWaY6glbxnJHa2pheRmDKLfbdVESgpR7v
mdjeqyzsknN0+cvvfXzJxnu2qlveoAAwCgYIKoZIzj0EAwIDRwAwRAIgICOumABJ
uMl1c4ta1OopbXTWzObCgrtDRqj9etskencCIEaeJ3p4J/sptxyKBd95JWYynEwH
si3nRdqGdTthENtO
-----END CERTIFICATE REQUEST-----
`,
  ).toString('base64'),
} as const;

export default {
  id: 'restriction-of-other-kinds',
  title:
    'With NodeRestriction an agent MUST write leases, drivers, slices, claims and signing requests of its own node only.',
  requirements: ['NODEAUTHZ-012', 'NODEAUTHZ-017', 'NODEAUTHZ-025', 'NODEAUTHZ-032'],
  needs: ['namespace', 'impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const [own, other] = [c.unique('own'), c.unique('other')];
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    const coordination = c.vendor.fill('coordination.{api}/v1');
    const storage = c.vendor.fill('storage.{api}/v1');
    const leases = c.resource(coordination, 'leases', c.vendor.fill('{short}-node-lease'));
    const drivers = c.clusterResource(storage, 'csinodes');
    const slices = c.clusterResource('resource.{api}/v1', 'resourceslices');
    await c.holds('NODEAUTHZ-032', async () => {
      for (const [paths, manifest] of [
        [leases, (name: string) => ({ apiVersion: coordination, kind: 'Lease', metadata: { name }, spec: {} })],
        [
          drivers,
          (name: string) => ({ apiVersion: storage, kind: 'CSINode', metadata: { name }, spec: { drivers: [] } }),
        ],
        [slices, (name: string) => resourceSlice(c.vendor, name, name)],
      ] as const) {
        for (const name of [own, other]) c.removeLater(paths.item(name));
        expectFailure(await agent.post(paths.collection, manifest(other)), 403, 'Forbidden');
        expectCreated(await agent.post(paths.collection, manifest(own)));
      }
      // Who is an agent is restricted whatever else it may do.
      await createObject(c, slices.collection, resourceSlice(c.vendor, other, other));
      const mighty = c.as(`system:node:${own}`, 'system:nodes', 'system:masters');
      expectFailure(await mighty.delete(slices.item(other)), 403, 'Forbidden');
      expectOk(await mighty.delete(slices.item(own)));
    });
    await c.holds('NODEAUTHZ-012', async () => {
      for (const name of [own, other]) c.removeLater(`/api/v1/nodes/${name}`);
      const labelled = (key: string) => ({
        ...node(own),
        metadata: { name: own, labels: { [c.vendor.fill(key)]: 'x' } },
      });
      const configSource = { configMap: { namespace: 'a', name: 'b', kubeletConfigKey: 'c' } };
      for (const manifest of [
        labelled('node-restriction.{label}/x'),
        labelled('{label}/x'),
        { ...node(own), spec: { configSource } },
      ]) {
        expectFailure(await agent.post('/api/v1/nodes', manifest), 403, 'Forbidden');
      }
      expectCreated(await agent.post('/api/v1/nodes', labelled('topology.{label}/zone')));
    });
    await c.holds('NODEAUTHZ-025', async () => {
      expectFailure(await agent.post('/api/v1/nodes', node(other)), 403, 'Forbidden');
    });
    await c.holds('NODEAUTHZ-032', () => writesStatusOfClaims(c, own));
    await c.holds('NODEAUTHZ-017', () => asksForItself(c));
  },
} satisfies Case;

/** An agent may write the resize status of claims that its pods use, and nothing else of them. */
async function writesStatusOfClaims(c: CaseContext, own: string): Promise<void> {
  const claims = c.resource('v1', 'persistentvolumeclaims');
  for (const name of ['used', 'other']) {
    await createObject(c, claims.collection, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'none' },
    });
  }
  const volumes = [{ name: 'c', persistentVolumeClaim: { claimName: 'used' } }];
  await createPod(c, pod('p', { nodeName: own, volumes, tolerations: [{ operator: 'Exists' }] }));
  const agent = c.as(`system:node:${own}`, 'system:nodes');
  const write = (name: string, patch: object) => agent.patch(claims.item(name, 'status'), 'merge', patch);
  const conditions = [{ type: 'FileSystemResizePending', status: 'True' }];
  await c.eventually(async () => expectOk(await write('used', { status: { conditions } })));
  const read = (await c.wire.get(claims.item('used'))).json() as { status?: object };
  const capacity = { storage: '2Gi' };
  expectOk(await agent.put(claims.item('used', 'status'), { ...read, status: { ...read.status, capacity } }));
  for (const answer of [
    await write('used', { metadata: { labels: { a: 'b' } } }),
    await write('used', { status: { phase: 'Bound' } }),
    await write('other', { status: { conditions } }),
    await agent.patch(claims.item('used'), 'merge', { metadata: { labels: { a: 'b' } } }),
    await agent.get(claims.item('used', 'status')),
    await agent.delete(claims.item('used')),
  ]) {
    expectFailure(answer, 403, 'Forbidden');
  }
}

async function asksForItself(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('certificates.{api}/v1');
  const requests = c.clusterResource(apiVersion, 'certificatesigningrequests');
  const agent = c.as('system:node:conformance-own', 'system:nodes');
  const serving = {
    signerName: c.vendor.fill('{label}/kubelet-serving'),
    usages: ['digital signature', 'server auth'],
  };
  const ask = (request: string, more: object = {}) => {
    const name = c.unique('request');
    c.removeLater(requests.item(name));
    return agent.post(requests.collection, {
      apiVersion,
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: {
        request,
        signerName: c.vendor.fill('{label}/{short}-apiserver-client-kubelet'),
        usages: ['digital signature', 'client auth'],
        ...more,
      },
    });
  };
  for (const more of [{}, serving]) expectFailure(await ask(signingRequests.other, more), 403, 'Forbidden');
  expectCreated(await ask(signingRequests.own));
}
