import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, secret } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

const secretRef = { name: 'NAME' };

/**
 * Volume sources, each with a secret that its node needs. `NAME` and `SPACE` stand for the secret's name and namespace, `OTHER` for
 * another namespace.
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
  cinder: { cinder: { volumeID: 'v', secretRef: { name: 'NAME', namespace: 'SPACE' } } },
  'azure-far': { azureFile: { shareName: 's', secretName: 'NAME', secretNamespace: 'OTHER' } },
};

/** Volume sources with a secret that is for the controller of the driver, and not for nodes. */
const ofControllers: Readonly<Record<string, object>> = {
  attach: { controllerPublishSecretRef: { name: 'NAME', namespace: 'SPACE' } },
  grow: { controllerExpandSecretRef: { name: 'NAME', namespace: 'SPACE' } },
};

/** Volume sources that a pod names itself. */
const inline: Readonly<Record<string, object>> = {
  azure: { azureFile: { shareName: 's', secretName: 'NAME' } },
  cephfs: { cephfs: { monitors: ['m'], secretRef } },
  cinder: { cinder: { volumeID: 'v', secretRef } },
  csi: { csi: { driver: 'conformance.example', nodePublishSecretRef: secretRef } },
  flex: { flexVolume: { driver: 'conformance.example/x', secretRef } },
  iscsi: { iscsi: { targetPortal: '192.0.2.1:3260', iqn: 'iqn.2001-04.com.example:x', lun: 0, secretRef } },
  named: { secret: { secretName: 'NAME' } },
  projected: { projected: { sources: [{ secret: secretRef }] } },
  rbd: { rbd: { monitors: ['m'], image: 'i', secretRef } },
  'scale-io': { scaleIO: { gateway: 'https://g.invalid', system: 's', volumeName: 'v', secretRef } },
  storageos: { storageos: { volumeName: 'v', secretRef } },
};

export default {
  id: 'secrets-of-volumes',
  title: 'An agent MUST be able to read the secret of each volume type that pods of its node use, and no other.',
  requirements: ['NODEAUTHZ-007', 'NODEAUTHZ-010', 'NODEAUTHZ-033'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const kinds = Object.keys(sources);
    const hidden = Object.keys(ofControllers);
    const nodes = { one: c.unique('node'), two: c.unique('node') };
    const agents = {
      one: c.as(`system:node:${nodes.one}`, 'system:nodes'),
      two: c.as(`system:node:${nodes.two}`, 'system:nodes'),
    };
    const other = await c.otherNamespace();
    const secretOf = (kind: string) =>
      (kind.endsWith('-far') ? c.resource('v1', 'secrets', other) : c.resource('v1', 'secrets')).item(kind);
    const volumes = await Promise.all([...kinds, ...hidden].map((kind) => makeVolume(c, kind, other)));
    const areHidden = async (agent: 'one' | 'two') => {
      for (const kind of kinds) expectStatus(await agents[agent].get(secretOf(kind)), 403);
    };
    await c.holds('NODEAUTHZ-033', () => areHidden('one'));
    const claimed = [...kinds, ...hidden].map((kind) => ({ name: kind, persistentVolumeClaim: { claimName: kind } }));
    await createPod(c, pod('p', { nodeName: nodes.one, volumes: claimed }));
    await c.holds('NODEAUTHZ-007', async () => {
      for (const kind of kinds) await c.eventually(async () => expectOk(await agents.one.get(secretOf(kind))));
      await areHidden('two');
      for (const kind of [...hidden, 'unclaimed']) expectStatus(await agents.one.get(secretOf(kind)), 403);
      // A secret of that name in the namespace of the claim is another one.
      expectStatus(await agents.one.get(c.resource('v1', 'secrets').item('azure-far')), 403);
    });
    await c.holds(['NODEAUTHZ-007', 'NODEAUTHZ-033'], async () => {
      const named = Object.keys(inline).map((kind) => `inline-${kind}`);
      const own = Object.entries(inline).map(([kind, source]) => ({
        name: kind,
        ...(JSON.parse(JSON.stringify(source).replace('NAME', `inline-${kind}`)) as object),
      }));
      for (const name of named) {
        await createObject(c, c.resource('v1', 'secrets').collection, secret(name));
        expectStatus(await agents.one.get(secretOf(name)), 403);
      }
      await createPod(c, pod('inline', { nodeName: nodes.one, volumes: own }));
      for (const name of named) {
        await c.eventually(async () => expectOk(await agents.one.get(secretOf(name))));
        expectStatus(await agents.two.get(secretOf(name)), 403);
      }
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
async function makeVolume(c: CaseContext, kind: string, other: string): Promise<string> {
  const name = c.unique('volume');
  c.removeLater(`/api/v1/persistentvolumes/${name}`);
  await createObject(c, c.resource('v1', 'secrets').collection, secret(kind));
  if (kind.endsWith('-far')) await createObject(c, c.resource('v1', 'secrets', other).collection, secret(kind));
  const csi = { driver: 'conformance.example', volumeHandle: 'h', ...ofControllers[kind] };
  const source = JSON.stringify(sources[kind] ?? { csi })
    .replaceAll('NAME', kind)
    .replaceAll('SPACE', c.namespace)
    .replaceAll('OTHER', other);
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
