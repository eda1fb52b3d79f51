import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'core-group-is-empty',
  title: 'The empty string in apiGroups MUST mean the core group; v1 MUST NOT.',
  requirements: ['RBAC-003'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const [right, wrong] = [c.unique('right'), c.unique('wrong')];
    await c.grant(wrong, { apiGroups: ['v1'], resources: ['configmaps'], verbs: ['list'] });
    await c.grant(right, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as(right).get(c.resource('v1', 'configmaps').collection)));
    expectStatus(await c.as(wrong).get(c.resource('v1', 'configmaps').collection), 403);
  },
} satisfies Case;
