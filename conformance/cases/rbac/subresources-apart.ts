import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'subresources-apart',
  title: 'A permission on a sub-resource MUST NOT include its parent, nor the reverse.',
  requirements: ['RBAC-023', 'OBJ-006'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('p'));
    const [status, parent] = [c.unique('status'), c.unique('parent')];
    await c.grant(status, { apiGroups: [''], resources: ['pods/status'], verbs: ['get'] });
    await c.grant(parent, { apiGroups: [''], resources: ['pods'], verbs: ['get'] });
    await c.eventually(async () => expectOk(await c.as(status).get(pods.item('p', 'status'))));
    await c.eventually(async () => expectOk(await c.as(parent).get(pods.item('p'))));
    expectStatus(await c.as(status).get(pods.item('p')), 403);
    expectStatus(await c.as(parent).get(pods.item('p', 'status')), 403);
  },
} satisfies Case;
