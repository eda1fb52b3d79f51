import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'group-in-details',
  title: 'An error about an object of a named group SHOULD name the group.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  async run(c) {
    const answer = await c.wire.get(c.resource('apps/v1', 'deployments').item('absent'));
    expectFailure(answer, 404, 'NotFound');
    expectField(answer, 'details', { name: 'absent', group: 'apps', kind: 'deployments' });
    expectField(answer, 'message', 'deployments.apps "absent" not found');
  },
} satisfies Case;
