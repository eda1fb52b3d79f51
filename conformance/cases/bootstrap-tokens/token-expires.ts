import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken, timeFromNow } from '../bootstrap-token.ts';
import type { Case } from '../case.ts';
import { switchedOn } from '../launches.ts';

export default {
  id: 'token-expires',
  title: 'A token MUST be refused from its expiration on, and the token cleaner MUST delete its secret.',
  requirements: ['BOOT-007', 'BOOT-021', 'BOOT-022', 'BOOT-024'],
  launch: switchedOn,
  async run(c) {
    const past = await makeToken(c, { data: { expiration: timeFromNow(c, -60_000) } });
    const soon = await makeToken(c, { data: { expiration: timeFromNow(c, 8_000) } });
    await groupsOf(c, soon.text);
    expectStatus(await askWho(c, past.text), 401);
    await c.eventually(async () => expectStatus(await askWho(c, soon.text), 401));
    for (const { path } of [past, soon]) await c.eventually(async () => expectStatus(await c.wire.get(path), 404));
  },
} satisfies Case;
