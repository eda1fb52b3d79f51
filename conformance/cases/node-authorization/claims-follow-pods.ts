import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'claims-follow-pods',
  title: 'A node agent MUST be able to read the volume claims of pods on its node and their volumes, and no others.',
  requirements: ['NODEAUTHZ-009', 'NODEAUTHZ-010'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const node = c.unique('node');
    const [claims, volumes] = [
      c.resource('v1', 'persistentvolumeclaims'),
      c.clusterResource('v1', 'persistentvolumes'),
    ];
    const size = { storage: '1Gi' };
    const template = { accessModes: ['ReadWriteOnce'], resources: { requests: size }, storageClassName: '' };
    const names = { used: c.unique('used'), other: c.unique('other') };
    for (const name of Object.values(names)) {
      c.removeLater(volumes.item(name));
      await createObject(c, volumes.collection, {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name },
        spec: {
          capacity: size,
          accessModes: ['ReadWriteOnce'],
          hostPath: { path: '/conformance' },
          claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: c.namespace, name },
        },
      });
      await createObject(c, claims.collection, {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: size }, storageClassName: '', volumeName: name },
      });
    }
    await createObject(c, c.resource('v1', 'pods').collection, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: {
        nodeName: node,
        containers: [{ name: 'c', image: 'example.com/none:1' }],
        volumes: [
          { name: 'v', persistentVolumeClaim: { claimName: names.used } },
          // Its claim is named after the pod and the volume.
          { name: 'own', ephemeral: { volumeClaimTemplate: { spec: template } } },
        ],
      },
    });
    const agent = c.as(`system:node:${node}`, 'system:nodes');
    await c.eventually(async () => {
      expectOk(await agent.get(claims.item(names.used)));
      expectOk(await agent.get(volumes.item(names.used)));
    });
    // There is such a claim only if a controller makes it.
    expectStatus(await agent.get(claims.item('p-own')), 404, 200);
    for (const name of ['own', 'p-v', 'p-other']) expectStatus(await agent.get(claims.item(name)), 403);
    expectStatus(await agent.get(claims.item(names.other)), 403);
    expectStatus(await agent.get(volumes.item(names.other)), 403);
    // Each by its name, and as a whole.
    for (const path of [volumes.item(names.used, 'status'), volumes.collection, claims.collection])
      expectStatus(await agent.get(path), 403);
  },
} satisfies Case;
