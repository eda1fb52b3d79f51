import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'rights-of-the-impersonated',
  title: 'With impersonation only the permissions of the impersonated user MUST count.',
  requirements: ['IMP-011', 'IMP-023'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const user = c.unique('weak');
    expectFailure(await c.as(user).get(maps.collection), 403, 'Forbidden');
    expectOk(await c.wire.get(maps.collection));
  },
} satisfies Case;
