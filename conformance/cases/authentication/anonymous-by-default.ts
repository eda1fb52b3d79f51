import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'anonymous-by-default',
  title: 'With RBAC a request without credentials MUST be treated as anonymous by default.',
  requirements: ['AUTHN-018', 'AUTHN-059'],
  launch: plain,
  async run(c) {
    expectOk(await c.anonymous.get('/healthz'));
    const refused = await c.anonymous.get('/api/v1/nodes');
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /system:anonymous/);
  },
} satisfies Case;
