import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';

const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });

/** Objects that a mirror pod may not reference, because the reference would give its node the right to read them. */
const references: readonly object[] = [
  { serviceAccountName: 'robot' },
  volume({ secret: { secretName: 's' } }),
  volume({ configMap: { name: 'm' } }),
  volume({ projected: { sources: [{ secret: { name: 's' } }] } }),
  volume({ persistentVolumeClaim: { claimName: 'c' } }),
  { containers: [{ name: 'main', image: 'registry.invalid/pause:1', envFrom: [{ secretRef: { name: 's' } }] }] },
];

export default {
  id: 'restriction-of-pods',
  title:
    'With NodeRestriction an agent MUST create only mirror pods of its node, and MUST NOT evict, label or delete other pods.',
  requirements: ['NODEAUTHZ-014', 'NODEAUTHZ-015', 'NODEAUTHZ-026'],
  needs: ['namespace', 'impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const [own, other] = [c.unique('own'), c.unique('other')];
    const uids: Record<string, string> = {};
    for (const name of [own, other]) {
      c.removeLater(`/api/v1/nodes/${name}`);
      uids[name] = expectText(await createObject(c, '/api/v1/nodes', node(name)), 'metadata.uid');
    }
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    const pods = c.resource('v1', 'pods');
    const owner = { apiVersion: 'v1', kind: 'Node', name: own, uid: uids[own], controller: true };
    const annotations = { [c.vendor.fill('{label}/config.mirror')]: 'x' };
    const mirror = { annotations, ownerReferences: [owner] };
    const make = (name: string, spec: object = {}, metadata: object = mirror) =>
      agent.post(pods.collection, pod(name, { nodeName: own, ...spec }, { ...metadata }));
    await c.holds('NODEAUTHZ-026', async () => {
      for (const metadata of [
        {},
        { ownerReferences: [owner] },
        { annotations },
        { annotations, ownerReferences: [{ ...owner, name: other, uid: uids[other] }] },
        { annotations, ownerReferences: [{ ...owner, uid: uids[other] }] },
        { annotations, ownerReferences: [{ ...owner, controller: false }] },
        { annotations, ownerReferences: [{ ...owner, blockOwnerDeletion: true }] },
      ]) {
        expectFailure(await make('refused', {}, metadata), 403, 'Forbidden');
      }
      for (const spec of references) expectFailure(await make('refused', spec), 403, 'Forbidden');
      expectFailure(await make('refused', { nodeName: other }), 403, 'Forbidden');
    });
    await c.holds('NODEAUTHZ-014', async () => expectCreated(await make('mirror')));
    for (const [name, nodeName] of [
      ['mine', own],
      ['theirs', other],
    ] as const) {
      await createPod(c, pod(name, { nodeName, tolerations: [{ operator: 'Exists' }] }, { labels: { given: 'x' } }));
    }
    await c.holds(['NODEAUTHZ-015', 'NODEAUTHZ-026'], async () => {
      const write = (name: string, patch: object) => agent.patch(pods.item(name, 'status'), 'merge', patch);
      expectOk(await write('mine', { status: { reason: 'Told' } }));
      expectFailure(await write('theirs', { status: { reason: 'Told' } }), 403, 'Forbidden');
      const resourceClaimStatuses = [{ name: 'a', resourceClaimName: 'b' }];
      expectFailure(await write('mine', { status: { resourceClaimStatuses } }), 403, 'Forbidden');
      expectOk(await write('mine', { metadata: { labels: { given: 'x' } }, status: { reason: 'Said' } }));
      for (const labels of [{ a: 'b' }, { c: '' }, { given: 'y' }, { given: null }]) {
        expectFailure(await write('mine', { metadata: { labels } }), 403, 'Forbidden');
      }
    });
    await c.holds('NODEAUTHZ-026', async () => {
      const evict = (name: string) =>
        agent.post(pods.item(name, 'eviction'), {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name },
          deleteOptions: { gracePeriodSeconds: 0 },
        });
      expectFailure(await evict('theirs'), 403, 'Forbidden');
      expectFailure(await agent.delete(pods.item('theirs'), { gracePeriodSeconds: 0 }), 403, 'Forbidden');
      expectOk(await c.wire.get(pods.item('theirs')));
      expectCreated(await evict('mine'));
    });
    for (const name of ['mirror', 'theirs']) {
      expectDeleted(await c.wire.delete(pods.item(name), { gracePeriodSeconds: 0 }));
    }
  },
} satisfies Case;
