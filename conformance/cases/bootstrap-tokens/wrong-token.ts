import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'wrong-token',
  title: 'A token with a wrong secret or a malformed token MUST be refused.',
  requirements: ['BOOT-012', 'BOOT-035'],
  launch: switchedOn,
  async run(c) {
    const { id, secret, text } = await makeToken(c);
    await groupsOf(c, text);
    const turned = `${secret.slice(8)}${secret.slice(0, 8)}`;
    const other = turned === secret ? `${secret.slice(0, -1)}z` : turned;
    for (const wrong of [`${id}.${other}`, `${id}.${secret.slice(1)}`, `${id}${secret}`, text.toUpperCase(), id]) {
      if (wrong !== text) expectStatus(await askWho(c, wrong), 401);
    }
  },
} satisfies Case;
