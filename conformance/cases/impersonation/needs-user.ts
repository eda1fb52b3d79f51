import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-user',
  title: 'Group, extra or uid headers without the user header MUST be refused.',
  requirements: ['IMP-003', 'IMP-007', 'IMP-009', 'IMP-020U'],
  needs: ['impersonation'],
  async run(c) {
    /** An empty name is none either. */
    const isRefused = async (headers: Readonly<Record<string, string>>) => {
      for (const user of [{}, { 'impersonate-user': '' }]) {
        const answer = await c.wire.get('/api', { headers: { ...user, ...headers } });
        expectThat(`status of ${answer.title}`, answer.status >= 400, 'an error', answer.status);
      }
    };
    await c.holds(['IMP-003', 'IMP-020U'], () => isRefused({ 'impersonate-group': 'g' }));
    await c.holds(['IMP-007', 'IMP-020U'], () => isRefused({ 'impersonate-extra-k': 'v' }));
    await c.holds(['IMP-009', 'IMP-020U'], () => isRefused({ 'impersonate-uid': 'u' }));
  },
} satisfies Case;
