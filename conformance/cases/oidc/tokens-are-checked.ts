import { createHash } from 'node:crypto';
import type { Case } from '../../contract/case.ts';
import { audience, withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { signingKey, unsignedToken, withClaims } from '../../fixtures/access/signed-token.ts';
import { expectField } from '../../wire/expect/object.ts';

export default {
  id: 'tokens-are-checked',
  title:
    'The bearer of a signed token of a configured issuer MUST be let in, and each token that is not from it, for the service, in time, ' +
    'and signed MUST be answered 401.',
  requirements: [
    'AUTHN-047',
    'AUTHN-048',
    'OIDC-012',
    'OIDC-044',
    'OIDC-045',
    'OIDC-046',
    'OIDC-047',
    'OIDC-071',
    'OIDC-072',
    'OIDC-086',
    'OIDC-090',
    'OIDC-091',
    'OIDC-100',
    'OIDC-101',
    'OIDC-104',
    'VERS-093',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const several = { audiences: ['first', 'second'], audienceMatchPolicy: 'MatchAny' };
      const jwt = [authenticator(provider, 'one'), authenticator(provider, 'two', { issuer: several })];
      const server = await c.launchServer(trustingProviders(jwt));
      const good = provider.token('one');
      const refused = (tokens: Readonly<Record<string, string>>) => expectUnauthorized(c, server, tokens);
      await c.holds(['AUTHN-047', 'OIDC-086', 'VERS-093'], async () => {
        expectField(await expectIdentified(c, server, good), 'status.userInfo.username', 'jane');
      });
      await c.holds(['OIDC-090', 'OIDC-101'], async () => {
        await expectIdentified(c, server, provider.token('two', { aud: 'first' }));
        await expectIdentified(c, server, provider.token('one', { sub: 'joe' }));
        await refused({ 'a token of one issuer for the audience of the other': provider.token('two') });
      });
      await c.holds('OIDC-091', async () => {
        for (const aud of ['first', 'second']) await expectIdentified(c, server, provider.token('two', { aud }));
      });
      await c.holds('OIDC-100', async () => {
        await expectIdentified(c, server, provider.token('one', { aud: ['another', audience] }));
        await refused({ 'a list of other audiences': provider.token('one', { aud: ['another', 'third'] }) });
      });
      await c.holds('OIDC-012', () =>
        refused({
          'another audience': provider.token('one', { aud: 'another' }),
          'a part of the audience': provider.token('one', { aud: audience.slice(1) }),
          'the audience in capitals': provider.token('one', { aud: audience.toUpperCase() }),
          'none of several audiences': provider.token('two', { aud: 'third' }),
        }),
      );
      await c.holds('OIDC-045', () =>
        refused({
          'no audience': provider.token('one', { aud: undefined }),
          'an empty list of audiences': provider.token('one', { aud: [] }),
        }),
      );
      await c.holds('OIDC-044', () =>
        refused({
          'no issuer': provider.token('one', { iss: undefined }),
          'an issuer with a slash more': provider.token('one', { iss: `${provider.issuer('one')}/` }),
        }),
      );
      await c.holds('OIDC-104', () => refused({ 'an unknown issuer': provider.token('other') }));
      await c.holds('OIDC-046', () =>
        refused({
          'no end': provider.token('one', { exp: undefined }),
          'an end that is no number': provider.token('one', { exp: 'tomorrow' }),
          'an end in the past': provider.token('one', { exp: Math.floor(c.clock.now() / 1000) - 120 }),
        }),
      );
      await c.holds('OIDC-072', async () => {
        const end = Math.floor(c.clock.now() / 1000) + 4;
        const short = provider.token('one', { exp: end, sub: 'short' });
        await expectIdentified(c, server, short);
        // What was found out about a token may be remembered for ten seconds.
        await c.eventually(() => refused({ 'an end that has passed': short }));
      });
      await c.holds('OIDC-047', () => refused({ 'no claim of the user': provider.token('one', { sub: undefined }) }));
      await c.holds('OIDC-071', async () => {
        const key = await signingKey('rsa-1', 'RS256');
        const [head, claims] = good.split('.');
        await refused({
          'claims that were changed': withClaims(good, { sub: 'root' }),
          'a key that is not published under its name': provider.token('one', {}, { key }),
          'no signature': `${head}.${claims}.`,
          'the algorithm none': unsignedToken(provider.claims('one')),
          'a public key as secret': provider.confusedToken('one'),
        });
      });
      await c.holds('AUTHN-048', () =>
        refused({
          'an access token that is no id token': createHash('sha256').update(good).digest('hex'),
          'an access token for another service': provider.token('one', {
            aud: provider.issuer('one'),
            scope: 'openid',
          }),
        }),
      );
    });
  },
} satisfies Case;
