import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'forbidden-names-object',
  title: 'A 403 SHOULD name the resource in its details.',
  requirements: ['ERR-026', 'ERR-020U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const answer = await c.as(c.unique('nobody')).get(c.resource('apps/v1', 'deployments').item('d'));
    expectFailure(answer, 403, 'Forbidden');
    expectField(answer, 'details', { name: 'd', group: 'apps', kind: 'deployments' });
  },
} satisfies Case;
