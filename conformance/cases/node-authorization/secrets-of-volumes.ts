import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, secret } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

const secretRef = { name: 'NAME' };

/**
 * Volume sources, each with a secret that its node needs. `NAME` and `SPACE` stand for the secret's name and namespace.
 */
const sources: Readonly<Record<string, object>> = {
  azure: { azureFile: { shareName: 's', secretName: 'NAME' } },
  'azure-placed': { azureFile: { shareName: 's', secretName: 'NAME', secretNamespace: 'SPACE' } },
  cephfs: { cephfs: { monitors: ['m'], secretRef } },
  rbd: { rbd: { monitors: ['m'], image: 'i', secretRef: { name: 'NAME', namespace: 'SPACE' } } },
  flex: { flexVolume: { driver: 'conformance.example/x', secretRef } },
  'scale-io': {
    scaleIO: {
      gateway: 'https://g.invalid',
      system: 's',
      volumeName: 'v',
      secretRef: { name: 'NAME', namespace: 'SPACE' },
    },
  },
  storageos: { storageos: { volumeName: 'v', secretRef: { name: 'NAME', namespace: 'SPACE' } } },
  iscsi: { iscsi: { targetPortal: '192.0.2.1:3260', iqn: 'iqn.2001-04.com.example:x', lun: 0, secretRef } },
  stage: {
    csi: { driver: 'conformance.example', volumeHandle: 'h', nodeStageSecretRef: { name: 'NAME', namespace: 'SPACE' } },
  },
  expand: {
    csi: {
      driver: 'conformance.example',
      volumeHandle: 'h',
      nodeExpandSecretRef: { name: 'NAME', namespace: 'SPACE' },
    },
  },
};

export default {
  id: 'secrets-of-volumes',
  title: 'An agent MUST be able to read the secret of each volume type that pods of its node use, and no other.',
  requirements: ['NODEAUTHZ-007', 'NODEAUTHZ-010', 'NODEAUTHZ-033'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const kinds = Object.keys(sources);
    const nodes = { one: c.unique('node'), two: c.unique('node') };
    const agents = {
      one: c.as(`system:node:${nodes.one}`, 'system:nodes'),
      two: c.as(`system:node:${nodes.two}`, 'system:nodes'),
    };
    const secrets = c.resource('v1', 'secrets');
    const volumes = await Promise.all(kinds.map((kind) => makeVolume(c, kind)));
    const areHidden = async (agent: 'one' | 'two') => {
      for (const kind of kinds) expectStatus(await agents[agent].get(secrets.item(kind)), 403);
    };
    await c.holds('NODEAUTHZ-033', () => areHidden('one'));
    const claimed = kinds.map((kind) => ({ name: kind, persistentVolumeClaim: { claimName: kind } }));
    await createPod(c, pod('p', { nodeName: nodes.one, volumes: claimed }));
    await c.holds('NODEAUTHZ-007', async () => {
      for (const kind of kinds) await c.eventually(async () => expectOk(await agents.one.get(secrets.item(kind))));
      await areHidden('two');
      expectStatus(await agents.one.get(secrets.item('unclaimed')), 403);
    });
    await c.holds('NODEAUTHZ-010', async () => {
      for (const volume of volumes) {
        expectOk(await agents.one.get(`/api/v1/persistentvolumes/${volume}`));
        expectStatus(await agents.two.get(`/api/v1/persistentvolumes/${volume}`), 403);
      }
    });
  },
} satisfies Case;

/** Creates a volume of this kind bound to the claim of that name, and its secret. Returns the name of the volume. */
async function makeVolume(c: CaseContext, kind: string): Promise<string> {
  const name = c.unique('volume');
  c.removeLater(`/api/v1/persistentvolumes/${name}`);
  await createObject(c, c.resource('v1', 'secrets').collection, secret(kind));
  const source = JSON.stringify(sources[kind]).replaceAll('NAME', kind).replaceAll('SPACE', c.namespace);
  await createObject(c, '/api/v1/persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      ...(JSON.parse(source) as object),
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: c.namespace, name: kind },
    },
  });
  return name;
}
