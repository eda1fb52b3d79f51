import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-user',
  title: 'Group, extra or uid headers without the user header MUST be refused.',
  requirements: ['IMP-003', 'IMP-007', 'IMP-009', 'IMP-020U'],
  needs: ['impersonation'],
  async run(c) {
    const halves: readonly Record<string, string>[] = [
      { 'impersonate-group': 'g' },
      { 'impersonate-extra-k': 'v' },
      { 'impersonate-uid': 'u' },
    ];
    for (const headers of halves) {
      const answer = await c.wire.get('/api', { headers });
      expectThat(`status of ${answer.title}`, answer.status >= 400, 'an error', answer.status);
    }
  },
} satisfies Case;
