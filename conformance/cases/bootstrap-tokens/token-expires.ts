import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, expectEnd, makeToken, timeFromNow, tokenThatEndsSoon } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-expires',
  title: 'A token MUST be refused after its expiration, and the token cleaner MUST delete its secret.',
  requirements: ['BOOT-007', 'BOOT-021', 'BOOT-024', 'BOOT-025'],
  launch: switchedOn,
  async run(c) {
    const past = await makeToken(c, { data: { expiration: timeFromNow(c, -60_000) } });
    const soon = await tokenThatEndsSoon(c);
    expectStatus(await askWho(c, past.text), 401);
    await expectEnd(c, soon);
    for (const { path } of [past, soon]) await c.eventually(async () => expectStatus(await c.wire.get(path), 404));
  },
} satisfies Case;
