import { expectStatus } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import { askWho, groupsOf, makeToken } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-groups',
  title: 'A token MUST add its extra groups, and MUST be refused when one is outside system:bootstrappers.',
  requirements: ['BOOT-010', 'BOOT-011', 'BOOT-029'],
  launch: switchedOn,
  async run(c) {
    const extra = ['system:bootstrappers:workers', 'system:bootstrappers:rack:r1'];
    const good = await makeToken(c, { data: { 'auth-extra-groups': extra.join(',') } });
    const groups = await groupsOf(c, good.text);
    expectSameMembers('the groups', groups, [...extra, 'system:bootstrappers', 'system:authenticated']);
    for (const list of [
      'system:masters',
      'system:bootstrappers:workers,system:nodes',
      'workers',
      'system:bootstrappers-of-nodes',
      'system:bootstrappers:workers, system:bootstrappers:rack',
    ]) {
      const bad = await makeToken(c, { data: { 'auth-extra-groups': list } });
      // Once the server knows a valid token that was created later, it would know the bad one too.
      await groupsOf(c, (await makeToken(c)).text);
      expectStatus(await askWho(c, bad.text), 401);
    }
  },
} satisfies Case;
