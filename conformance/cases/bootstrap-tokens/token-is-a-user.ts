import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import { askWho, makeToken } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-is-a-user',
  title: 'The bearer of a bootstrap token MUST be the user system:bootstrap:<id> in the group system:bootstrappers.',
  requirements: ['BOOT-001', 'BOOT-006', 'BOOT-008', 'BOOT-012', 'BOOT-026', 'BOOT-028', 'BOOT-029'],
  launch: switchedOn,
  async run(c) {
    for (const description of [undefined, 'for the new rack']) {
      const token = await makeToken(c, { data: { description } });
      const answer = await c.eventually(async () => {
        const asked = await askWho(c, token.text);
        expectCreated(asked);
        return asked;
      });
      expectEqual('the user name', fieldOf(answer, 'status.userInfo.username'), `system:bootstrap:${token.id}`);
      const groups = fieldOf(answer, 'status.userInfo.groups') as readonly string[];
      expectSameMembers('the groups', groups, ['system:bootstrappers', 'system:authenticated']);
    }
  },
} satisfies Case;
