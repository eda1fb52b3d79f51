import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'invalid-token',
  title: 'An invalid bearer token MUST be answered 401, whether or not anonymous access is on.',
  requirements: ['AUTHN-058', 'ERR-021', 'ERR-019'],
  async run(c) {
    for (const token of ['nonsense', 'a.b.c', 'x'.repeat(5000), 'two words']) {
      for (const path of ['/api', '/api/v1/namespaces', '/healthz']) {
        expectFailure(await c.withToken(token).get(path), 401, 'Unauthorized');
      }
    }
  },
} satisfies Case;
