import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'verbose',
  title: 'With verbose each passing check MUST have a line, and the last line MUST be the summary.',
  requirements: ['HEALTH-009', 'HEALTH-010'],
  async run(c) {
    for (const endpoint of ['livez', 'readyz', 'healthz']) {
      const answer = await c.wire.get(`/${endpoint}?verbose`);
      expectOk(answer);
      const lines = answer
        .text()
        .split('\n')
        .filter((line) => line !== '');
      const summary = lines.pop();
      expectEqual(`last line of ${endpoint}`, summary, c.vendor.behaviour.healthSummary(endpoint));
      expectThat(`lines of ${endpoint}`, lines.length > 0, 'at least one check', lines);
      for (const line of lines) expectThat(`line of ${endpoint}`, /^\[\+\]\S+ ok$/.test(line), '[+]<check> ok', line);
    }
  },
} satisfies Case;
