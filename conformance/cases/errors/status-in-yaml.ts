import { expectContentType } from '../../wire/expect/headers.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'status-in-yaml',
  title: 'An error SHOULD be sent in the requested media type.',
  requirements: ['MEDIA-046', 'ERR-020U'],
  needs: ['namespace'],
  async run(c) {
    const answer = await c.wire.get(c.resource('v1', 'configmaps').item('absent'), { accept: 'application/yaml' });
    expectStatus(answer, 404);
    expectContentType(answer, 'application/yaml');
    expectThat('body', /^kind: Status$/m.test(answer.text()), 'a YAML Status', answer.text());
  },
} satisfies Case;
