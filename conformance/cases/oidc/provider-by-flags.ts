import type { Case } from '../../contract/case.ts';
import { audience, withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { algorithms } from '../../fixtures/access/signed-token.ts';
import { flagsOf, trustingByFlags } from '../../fixtures/access/provider-flags.ts';
import { expectIdentified, expectUnauthorized } from '../../fixtures/access/provider-configuration.ts';
import { expectField } from '../../wire/expect/object.ts';

export default {
  id: 'provider-by-flags',
  title:
    'With the flags of issuer, client and authority alone the user MUST be what `sub` holds, behind the issuer, and only tokens for the ' +
    'client that are signed by RS256 are taken.',
  requirements: ['OIDC-051', 'OIDC-054', 'OIDC-056', 'OIDC-057', 'OIDC-059', 'OIDC-066', 'OIDC-069', 'OIDC-089'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(trustingByFlags(flagsOf(provider, 'one')));
      const answer = await expectIdentified(c, server, provider.token('one', { name: 'Ann', email: 'a@example.org' }));
      await c.holds(['OIDC-051', 'OIDC-056', 'OIDC-057', 'OIDC-059', 'OIDC-066', 'OIDC-089'], async () => {
        expectField(answer, 'status.userInfo.username', `${provider.issuer('one')}#jane`);
      });
      await c.holds('OIDC-051', () =>
        expectUnauthorized(c, server, { 'a token of another issuer': provider.token('two') }),
      );
      await c.holds('OIDC-054', async () => {
        await expectUnauthorized(c, server, {
          'a token for another client': provider.token('one', { aud: 'another' }),
          'a token for no client': provider.token('one', { aud: undefined }),
        });
        await expectIdentified(c, server, provider.token('one', { aud: ['another', audience] }));
      });
      await c.holds('OIDC-069', async () => {
        const others = algorithms.filter((algorithm) => algorithm !== 'RS256');
        const tokens = others.map((algorithm) => [algorithm, provider.token('one', { sub: algorithm }, { algorithm })]);
        await expectUnauthorized(c, server, Object.fromEntries(tokens) as Record<string, string>);
      });
    });
  },
} satisfies Case;
