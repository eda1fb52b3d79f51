import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, secret, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';

const size = { storage: '1Gi' };
const driver = 'conformance.example';

export default {
  id: 'other-kinds-of-nodes',
  title:
    'An agent MAY use attachments, drivers, slices, leases and accounts of its node, and MUST NOT use those of others.',
  requirements: ['NODEAUTHZ-011', 'NODEAUTHZ-032', 'NODEAUTHZ-033', 'NODEAUTHZ-007'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const [own, other] = [c.unique('node'), c.unique('node')];
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    const storage = c.vendor.fill('storage.{api}/v1');
    const attachments = c.clusterResource(storage, 'volumeattachments');
    const drivers = c.clusterResource(storage, 'csinodes');
    for (const node of [own, other]) {
      for (const path of [attachments.item(node), drivers.item(node)]) c.removeLater(path);
      await createObject(c, attachments.collection, {
        apiVersion: storage,
        kind: 'VolumeAttachment',
        metadata: { name: node },
        spec: { attacher: driver, nodeName: node, source: { persistentVolumeName: 'none' } },
      });
    }
    await c.holds(['NODEAUTHZ-011', 'NODEAUTHZ-032'], async () => {
      await c.eventually(async () => expectOk(await agent.get(attachments.item(own))));
      expectStatus(await agent.get(attachments.item(other)), 403);
      expectStatus(await agent.get(attachments.collection), 403);
      expectStatus(await agent.delete(attachments.item(own)), 403);
      const csiNode = (name: string) => ({
        apiVersion: storage,
        kind: 'CSINode',
        metadata: { name },
        spec: { drivers: [] },
      });
      await createObject(c, drivers.collection, csiNode(other));
      expectCreated(await agent.post(drivers.collection, csiNode(own)));
      expectOk(await agent.get(drivers.item(own)));
      expectOk(await agent.patch(drivers.item(own), 'merge', { metadata: { labels: { a: 'b' } } }));
      for (const answer of [
        await agent.get(drivers.item(other)),
        await agent.patch(drivers.item(other), 'merge', {}),
        await agent.delete(drivers.item(other)),
        await agent.get(drivers.collection),
      ]) {
        expectStatus(answer, 403);
      }
      expectOk(await agent.delete(drivers.item(own)));
    });
    await c.holds('NODEAUTHZ-032', async () => {
      const leases = c.resource('coordination.{api}/v1', 'leases');
      const lease = {
        apiVersion: c.vendor.fill('coordination.{api}/v1'),
        kind: 'Lease',
        metadata: { name: own },
        spec: {},
      };
      expectStatus(await agent.post(leases.collection, lease), 403);
      expectStatus(await agent.get(leases.item(own)), 403);
    });
    const accounts = c.resource('v1', 'serviceaccounts');
    const secrets = c.resource('v1', 'secrets');
    const uids = { own: 'a2c1a6f0-0000-4000-8000-000000000000', other: 'a2c1a6f0-0000-4000-8000-000000000001' };
    // Admission lets agents have tokens for pods only; it may be off, so each request names one.
    const ask = (account: 'own' | 'other', verb: 'post' | 'put' = 'post') => {
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: account, uid: uids[account] };
      return agent[verb](accounts.item(account, 'token'), {
        apiVersion: c.vendor.fill('authentication.{api}/v1'),
        kind: 'TokenRequest',
        spec: { boundObjectRef },
      });
    };
    await c.holds('NODEAUTHZ-033', async () => {
      expectStatus(await ask('own'), 403);
      uids.own = await makeUsed(c, own, 'own');
      uids.other = await makeUsed(c, other, 'other');
      await c.eventually(async () => expectCreated(await ask('own')));
      expectStatus(await ask('other'), 403);
      expectStatus(await ask('own', 'put'), 403);
      expectStatus(await agent.get(accounts.item('other')), 403);
      expectStatus(await agent.get(accounts.collection), 403);
    });
    await c.holds('NODEAUTHZ-007', async () => {
      await c.eventually(async () => expectOk(await agent.get(secrets.item('volume-own'))));
      expectStatus(await agent.get(secrets.item('volume-other')), 403);
    });
    await c.holds('NODEAUTHZ-033', async () => {
      expectDeleted(await c.wire.delete(c.resource('v1', 'pods').item('own'), { gracePeriodSeconds: 0 }));
      await c.eventually(async () => expectStatus(await ask('own'), 403));
    });
  },
} satisfies Case;

/** Creates a pod on the node with a service account and a claim; the volume of the claim needs a secret. The pod's UID. */
async function makeUsed(c: Parameters<Case['run']>[0], nodeName: string, which: string): Promise<string> {
  const volume = c.unique('volume');
  c.removeLater(`/api/v1/persistentvolumes/${volume}`);
  await createObject(c, c.resource('v1', 'serviceaccounts').collection, serviceAccount(which));
  await createObject(c, c.resource('v1', 'secrets').collection, secret(`volume-${which}`));
  const reference = { name: `volume-${which}`, namespace: c.namespace };
  await createObject(c, '/api/v1/persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volume },
    spec: {
      capacity: size,
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      csi: { driver, volumeHandle: volume, nodePublishSecretRef: reference },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: c.namespace, name: which },
    },
  });
  await createObject(c, c.resource('v1', 'persistentvolumeclaims').collection, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: which },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: size }, storageClassName: '', volumeName: volume },
  });
  const volumes = [{ name: 'c', persistentVolumeClaim: { claimName: which } }];
  return expectText(await createPod(c, pod(which, { nodeName, volumes, serviceAccountName: which })), 'metadata.uid');
}
