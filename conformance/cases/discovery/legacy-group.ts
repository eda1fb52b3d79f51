import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'legacy-group',
  title: 'The path of a group SHOULD return the description of that group alone.',
  requirements: ['VERB-092'],
  async run(c) {
    const name = c.vendor.fill('rbac.authorization.{api}');
    const answer = await c.wire.get(`/apis/${name}`);
    expectOk(answer);
    expectField(answer, 'kind', 'APIGroup');
    expectField(answer, 'name', name);
    expectField(answer, 'preferredVersion.version', 'v1');
  },
} satisfies Case;
