import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'single-checks',
  title: 'Each check in the verbose output MUST be served at its own path, and unknown checks MUST NOT.',
  requirements: ['HEALTH-005', 'HEALTH-006', 'HEALTH-008', 'HEALTH-026'],
  async run(c) {
    for (const endpoint of ['livez', 'readyz']) {
      const names = [...(await c.wire.get(`/${endpoint}?verbose`)).text().matchAll(/^\[\+\](\S+) ok$/gm)].map(
        (match) => match[1] ?? '',
      );
      expectThat(`checks of ${endpoint}`, names.length > 0, 'at least one', names);
      for (const name of names) expectOk(await c.wire.get(`/${endpoint}/${name}`));
      expectStatus(await c.wire.get(`/${endpoint}/no-such-check`), 404);
    }
  },
} satisfies Case;
