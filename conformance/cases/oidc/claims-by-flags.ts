import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { expectIdentified, expectUnauthorized } from '../../fixtures/access/provider-configuration.ts';
import { flagsOf, trustingByFlags } from '../../fixtures/access/provider-flags.ts';
import { algorithms } from '../../fixtures/access/signed-token.ts';
import { expectArray, expectField } from '../../wire/expect/object.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';

export default {
  id: 'claims-by-flags',
  title:
    'The flags MUST say which claims are name and groups, what stands before groups, which claims a token needs, and by which algorithms ' +
    'it may be signed.',
  requirements: [
    'OIDC-055',
    'OIDC-057',
    'OIDC-061',
    'OIDC-062',
    'OIDC-063',
    'OIDC-064',
    'OIDC-065',
    'OIDC-068',
    'OIDC-070',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(
        trustingByFlags([
          ...flagsOf(provider, 'one'),
          '--oidc-username-claim=email',
          '--oidc-groups-claim=teams',
          '--oidc-groups-prefix=g:',
          '--oidc-required-claim=hd=example.org',
          '--oidc-required-claim=tier=gold',
          `--oidc-signing-algs=${algorithms.join(',')}`,
        ]),
      );
      const claims = { email: 'ann@example.org', email_verified: true, hd: 'example.org', tier: 'gold' };
      const token = (more: object = {}) => provider.token('one', { ...claims, ...more });
      const refused = (tokens: Readonly<Record<string, string>>) => expectUnauthorized(c, server, tokens);
      const answer = await expectIdentified(c, server, token({ teams: ['devs', 'ops'], groups: ['others'] }));
      await c.holds(['OIDC-055', 'OIDC-057'], async () => {
        expectField(answer, 'status.userInfo.username', 'ann@example.org');
        await refused({ 'no claim of the name': token({ email: undefined, sub: 'jane' }) });
      });
      await c.holds(['OIDC-061', 'OIDC-063'], async () => {
        const groups = expectArray(answer, 'status.userInfo.groups');
        expectSameMembers('groups', groups, ['g:devs', 'g:ops', 'system:authenticated']);
      });
      await c.holds('OIDC-062', () =>
        refused({
          'a number for groups': token({ teams: 5 }),
          'numbers for groups': token({ teams: [5] }),
          'an object for groups': token({ teams: { devs: true } }),
        }),
      );
      await c.holds('OIDC-064', () =>
        refused({
          'another value of the first claim': token({ hd: 'example.com' }),
          'no first claim': token({ hd: undefined }),
        }),
      );
      await c.holds('OIDC-065', () =>
        refused({
          'another value of the second claim': token({ tier: 'lead' }),
          'no second claim': token({ tier: undefined }),
          'an empty second claim': token({ tier: '' }),
        }),
      );
      await c.holds(['OIDC-068', 'OIDC-070'], async () => {
        for (const algorithm of algorithms) {
          await expectIdentified(c, server, provider.token('one', { ...claims, jti: algorithm }, { algorithm }));
        }
      });
      await c.holds('OIDC-068', async () => {
        const only = await c.launchServer(
          trustingByFlags([...flagsOf(provider, 'one'), '--oidc-signing-algs=ES256,PS384']),
        );
        for (const algorithm of ['ES256', 'PS384'] as const) {
          await expectIdentified(c, only, provider.token('one', {}, { algorithm }));
        }
        for (const algorithm of ['RS256', 'ES384', 'PS256'] as const) {
          await expectUnauthorized(c, only, { [algorithm]: provider.token('one', {}, { algorithm }) });
        }
      });
    });
  },
} satisfies Case;
