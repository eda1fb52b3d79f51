import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken, timeFromNow } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-without-end',
  title: 'A token without an expiration, or with one far ahead, SHOULD stay.',
  requirements: ['BOOT-007', 'BOOT-032'],
  launch: switchedOn,
  async run(c) {
    const tokens = [await makeToken(c), await makeToken(c, { data: { expiration: timeFromNow(c, 3_600_000) } })];
    for (const { text } of tokens) await groupsOf(c, text);
    // When the cleaner has deleted an expired token, it has checked these tokens too.
    const past = await makeToken(c, { data: { expiration: timeFromNow(c, -60_000) } });
    await c.eventually(async () => expectStatus(await c.wire.get(past.path), 404));
    for (const { text, path } of tokens) {
      expectCreated(await askWho(c, text));
      expectOk(await c.wire.get(path));
    }
  },
} satisfies Case;
