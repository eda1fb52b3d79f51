import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { expectIdentified, expectUnauthorized } from '../../fixtures/access/provider-configuration.ts';
import { flagsOf, trustingByFlags } from '../../fixtures/access/provider-flags.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'prefixes-by-flags',
  title:
    'The flag of the prefix MUST say what stands before names, `-` that nothing does, and without an authority those of the host MUST vouch ' +
    'for the provider.',
  requirements: ['OIDC-055', 'OIDC-057', 'OIDC-058', 'OIDC-060', 'OIDC-067'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const named = async (expected: string, ...flags: readonly string[]) => {
        const server = await c.launchServer(trustingByFlags([...flagsOf(provider, 'one'), ...flags]));
        const answer = await expectIdentified(
          c,
          server,
          provider.token('one', { name: 'Ann', email: 'ann@one.example' }),
        );
        server.terminate();
        expectField(answer, 'status.userInfo.username', expected);
      };
      await c.holds('OIDC-058', () => named('p:jane', '--oidc-username-prefix=p:'));
      await c.holds('OIDC-060', () => named('jane', '--oidc-username-prefix=-'));
      await c.holds(['OIDC-055', 'OIDC-057'], () =>
        named(`${provider.issuer('one')}#Ann`, '--oidc-username-claim=name'),
      );
      // Addresses are unique already.
      await c.holds('OIDC-057', async () => {
        const flags = [...flagsOf(provider, 'one'), '--oidc-username-claim=email'];
        const server = await c.launchServer(trustingByFlags(flags));
        const claims = { email: 'ann@one.example' };
        for (const more of [{}, { email_verified: true }]) {
          const answer = await expectIdentified(c, server, provider.token('one', { ...claims, ...more }));
          expectField(answer, 'status.userInfo.username', 'ann@one.example');
        }
        await expectUnauthorized(c, server, {
          'an address that nobody has verified': provider.token('one', { ...claims, email_verified: false }),
        });
        server.terminate();
      });
      await c.holds('OIDC-067', async () => {
        const flags = flagsOf(provider, 'private').filter((flag) => !flag.startsWith('--oidc-ca-file'));
        const before = provider.service.connections;
        const server = await c.launchServer(trustingByFlags(flags));
        // Until it has tried, it refuses the tokens of a provider that it trusts, too.
        await c.eventually(async () => {
          const tried = provider.service.connections - before;
          expectThat('connections to the provider', tried > 0, 'some', tried);
        });
        await expectUnauthorized(c, server, {
          'a token of a provider that nobody vouches for': provider.token('private'),
        });
        const asked = provider.asksFor(provider.discoveryPath('private'));
        expectThat('requests of a client that could not trust', asked === 0, 'none', asked);
      });
    });
  },
} satisfies Case;
