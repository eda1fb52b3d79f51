import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'status-object',
  title: 'An error SHOULD be answered with a Status object that repeats the code, names the reason and the object.',
  requirements: ['ERR-020U', 'VERB-056U'],
  needs: ['namespace'],
  async run(c) {
    const answer = await c.wire.get(c.resource('v1', 'configmaps').item('absent'));
    expectFailure(answer, 404, 'NotFound');
    expectField(answer, 'apiVersion', 'v1');
    expectField(answer, 'metadata', {});
    expectField(answer, 'details', { name: 'absent', kind: 'configmaps' });
    expectField(answer, 'message', 'configmaps "absent" not found');
    expectContentType(answer, 'application/json');
  },
} satisfies Case;
