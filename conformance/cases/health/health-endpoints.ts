import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'health-endpoints',
  title: 'The health endpoints of a running service MUST answer 200.',
  requirements: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003', 'HEALTH-018', 'HEALTH-024U'],
  async run(c) {
    const [livez, readyz, healthz] = [
      await c.wire.get('/livez'),
      await c.wire.get('/readyz'),
      await c.wire.get('/healthz'),
    ];
    await c.holds('HEALTH-001', async () => expectOk(livez));
    await c.holds('HEALTH-002', async () => expectOk(readyz));
    await c.holds(['HEALTH-003', 'HEALTH-018'], async () => expectOk(healthz));
    await c.holds('HEALTH-024U', async () => {
      for (const answer of [livez, readyz, healthz]) expectEqual(`body of ${answer.title}`, answer.text().trim(), 'ok');
    });
  },
} satisfies Case;
