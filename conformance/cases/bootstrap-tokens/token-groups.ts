import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
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
    for (const group of [...extra, 'system:bootstrappers']) {
      expectThat('the groups', groups.includes(group), `${group} among them`, groups);
    }
    for (const list of ['system:masters', 'system:bootstrappers:workers,system:nodes', 'workers']) {
      const bad = await makeToken(c, { data: { 'auth-extra-groups': list } });
      await groupsOf(c, good.text);
      expectStatus(await askWho(c, bad.text), 401);
    }
  },
} satisfies Case;
