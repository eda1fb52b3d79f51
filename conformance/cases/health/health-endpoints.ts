import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'health-endpoints',
  title: 'The health endpoints of a running service MUST answer 200.',
  requirements: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003', 'HEALTH-016', 'HEALTH-018', 'HEALTH-024U'],
  async run(c) {
    for (const path of ['/livez', '/readyz', '/healthz']) {
      const answer = await c.wire.get(path);
      expectOk(answer);
      expectEqual(`body of ${path}`, answer.text().trim(), 'ok');
    }
  },
} satisfies Case;
