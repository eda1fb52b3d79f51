import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'legacy-group',
  title: 'The path of a group SHOULD return the description of that group alone, as the list of groups has it.',
  requirements: ['VERB-092'],
  async run(c) {
    const name = c.vendor.fill('rbac.authorization.{api}');
    const answer = await c.wire.get(`/apis/${name}`);
    expectOk(answer);
    expectField(answer, 'kind', 'APIGroup');
    expectField(answer, 'name', name);
    expectField(answer, 'preferredVersion.version', 'v1');
    const groups = expectArray(await c.wire.get('/apis'), 'groups');
    const listed = groups.find((group) => fieldOf(group, 'name') === name);
    for (const field of ['versions', 'preferredVersion'])
      expectEqual(`${field} in the list`, fieldOf(listed, field), fieldOf(answer, field));
    expectField(await c.wire.get('/api'), 'versions', ['v1']);
  },
} satisfies Case;
