import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod, secret } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';

const size = { storage: '1Gi' };

/** The ways in which a pod can use a secret or a config map. */
const ways = ['volume', 'projected', 'variable', 'variables', 'at-start', 'debugging'] as const;

export default {
  id: 'rights-of-one-node',
  title: 'An agent MUST NOT read what pods of other nodes or deleted pods use, by any kind of reference.',
  requirements: ['NODEAUTHZ-007', 'NODEAUTHZ-008', 'NODEAUTHZ-009', 'NODEAUTHZ-010', 'NODEAUTHZ-033'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const nodes = { one: c.unique('node'), two: c.unique('node') };
    const volumes = { one: await makeVolume(c, 'one'), two: await makeVolume(c, 'two') };
    for (const which of ['one', 'two'] as const) await makeUsed(c, which, nodes[which]);
    const agents = { one: agentOf(c, nodes.one), two: agentOf(c, nodes.two) };
    const paths = (which: 'one' | 'two') => ({
      secrets: [...ways, 'pull'].map((way) => c.resource('v1', 'secrets').item(`${way}-${which}`)),
      maps: ways.map((way) => c.resource('v1', 'configmaps').item(`${way}-${which}`)),
      claims: [c.resource('v1', 'persistentvolumeclaims').item(which)],
      volumes: [c.clusterResource('v1', 'persistentvolumes').item(volumes[which])],
    });
    const all = (which: 'one' | 'two') => Object.values(paths(which)).flat();
    for (const which of ['one', 'two'] as const) {
      for (const path of all(which)) await c.eventually(async () => expectOk(await agents[which].get(path)));
    }
    const areHidden = async (which: 'one' | 'two', kind: keyof ReturnType<typeof paths>) => {
      const other = which === 'one' ? 'two' : 'one';
      for (const path of paths(other)[kind]) expectStatus(await agents[which].get(path), 403);
    };
    for (const which of ['one', 'two'] as const) {
      await c.holds('NODEAUTHZ-007', () => areHidden(which, 'secrets'));
      await c.holds('NODEAUTHZ-008', () => areHidden(which, 'maps'));
      await c.holds('NODEAUTHZ-009', () => areHidden(which, 'claims'));
      await c.holds('NODEAUTHZ-010', () => areHidden(which, 'volumes'));
    }
    await c.holds('NODEAUTHZ-033', async () => {
      expectDeleted(await c.wire.delete(c.resource('v1', 'pods').item('one'), { gracePeriodSeconds: 0 }));
      for (const path of all('one')) await c.eventually(async () => expectStatus(await agents.one.get(path), 403));
      for (const path of all('two')) expectOk(await agents.two.get(path));
    });
  },
} satisfies Case;

function agentOf(c: CaseContext, node: string) {
  return c.as(`system:node:${node}`, 'system:nodes');
}

/** Creates a volume and the claim bound to it. Returns the name of the volume. */
async function makeVolume(c: CaseContext, which: string): Promise<string> {
  const name = c.unique('volume');
  const volumes = c.clusterResource('v1', 'persistentvolumes');
  c.removeLater(volumes.item(name));
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: c.namespace, name: which };
  await createObject(c, volumes.collection, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: size,
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/conformance' },
      storageClassName: '',
      claimRef: claim,
    },
  });
  await createObject(c, c.resource('v1', 'persistentvolumeclaims').collection, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: which },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: size }, storageClassName: '', volumeName: name },
  });
  return name;
}

/** Creates secrets, config maps and one pod on the node that uses each of them in its own way. */
async function makeUsed(c: CaseContext, which: string, node: string): Promise<void> {
  for (const way of [...ways, 'pull']) {
    await createObject(c, c.resource('v1', 'secrets').collection, secret(`${way}-${which}`));
    if (way !== 'pull') await createObject(c, c.resource('v1', 'configmaps').collection, configMap(`${way}-${which}`));
  }
  const [volume, projected, variable, variables, atStart, debugging] = ways.map((way) => `${way}-${which}`);
  const image = 'registry.invalid/pause:1';
  const reading = (container: string, name: string | undefined) => ({
    name: container,
    image,
    env: [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'k' } } }],
    envFrom: [{ configMapRef: { name } }],
  });
  const containers = [
    {
      name: 'main',
      image,
      env: [
        { name: 'A', valueFrom: { secretKeyRef: { name: variable, key: 'k' } } },
        { name: 'B', valueFrom: { configMapKeyRef: { name: variable, key: 'k' } } },
      ],
      envFrom: [{ secretRef: { name: variables } }, { configMapRef: { name: variables } }],
    },
  ];
  const volumes = [
    { name: 's', secret: { secretName: volume } },
    { name: 'm', configMap: { name: volume } },
    { name: 'p', projected: { sources: [{ secret: { name: projected } }, { configMap: { name: projected } }] } },
    { name: 'c', persistentVolumeClaim: { claimName: which } },
  ];
  const initContainers = [reading('first', atStart)];
  const spec = { nodeName: node, containers, initContainers, volumes, imagePullSecrets: [{ name: `pull-${which}` }] };
  await createPod(c, pod(which, spec));
  const path = c.resource('v1', 'pods').item(which, 'ephemeralcontainers');
  expectOk(await c.wire.patch(path, 'strategic', { spec: { ephemeralContainers: [reading('debugger', debugging)] } }));
}
