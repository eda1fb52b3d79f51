import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  identified,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** Milliseconds between two callers. */
const pause = 200;

export default {
  id: 'keys-are-kept-and-renewed',
  title:
    'A provider MUST NOT be asked about each request: its keys are kept, also while it is away, and asked for anew when a token names ' +
    'another.',
  requirements: ['OIDC-074', 'OIDC-075'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(trustingProviders([authenticator(provider, 'one')]));
      await expectIdentified(c, server, provider.token('one'));
      const old = provider.token('one', { sub: 'early' });
      await c.holds('OIDC-074', async () => {
        const before = provider.service.asked.length;
        for (let caller = 0; caller < 20; caller += 1) {
          await expectIdentified(c, server, provider.token('one', { sub: `caller-${caller}` }));
          // One that looks for keys at every token may do so once a second only.
          await c.clock.sleep(pause, c.signal);
        }
        const asked = provider.service.asked.length - before;
        expectThat('requests to the provider for 20 tokens of a known key', asked <= 2, 'no more than two', asked);
      });
      await provider.rotate('RS256');
      const late = provider.token('one', { sub: 'late' });
      await expectIdentified(c, server, late);
      // Its key is published no more.
      await c.eventually(() => expectUnauthorized(c, server, { 'a key of before': old }));
      await provider.service.close();
      await c.clock.sleep(10 * pause, c.signal);
      await c.holds('OIDC-074', async () => {
        await expectIdentified(c, server, provider.token('one', { sub: 'while the provider is away' }));
      });
      await c.holds('OIDC-075', async () => {
        // Neither its first use ends a token, nor that its provider cannot be asked.
        await expectLasting(c, async () => expectStatus(await identified(c, server, late), 200, 201));
      });
    });
  },
} satisfies Case;
