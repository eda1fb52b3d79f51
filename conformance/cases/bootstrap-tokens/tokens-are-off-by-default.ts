import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, makeToken } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'tokens-are-off-by-default',
  title: 'Without --enable-bootstrap-token-auth a bootstrap token MUST NOT authenticate.',
  requirements: ['BOOT-026'],
  launch: plain,
  async run(c) {
    const { text } = await makeToken(c);
    await expectLasting(c, async () => expectStatus(await askWho(c, text), 401));
  },
} satisfies Case;
