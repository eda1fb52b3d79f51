import { ExpectationFailed } from '../../wire/contract/failure.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, type BootstrapToken, groupsOf, makeToken, timeFromNow } from '../../fixtures/bootstrap-token.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
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
    await c.eventually(async () => expectStatus(await askWho(c, soon.text), 401));
    for (const { path } of [past, soon]) await c.eventually(async () => expectStatus(await c.wire.get(path), 404));
  },
} satisfies Case;

/**
 * Returns a token that was valid and expires soon. On a slow host it may expire before its first use: then try a longer
 * lifetime.
 */
async function tokenThatEndsSoon(c: CaseContext): Promise<BootstrapToken> {
  const goodFor = async (lifetime: number): Promise<BootstrapToken> => {
    const token = await makeToken(c, { data: { expiration: timeFromNow(c, lifetime) } });
    await groupsOf(c, token.text, lifetime);
    return token;
  };
  try {
    return await goodFor(8_000);
  } catch (error) {
    if (!(error instanceof ExpectationFailed)) throw error;
    return goodFor(24_000);
  }
}
