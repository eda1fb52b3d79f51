import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'rules-of-claims',
  title:
    'A token MUST keep every rule of its issuer about claims and about the user that they make, and is answered 401 otherwise.',
  requirements: [
    'CEL-052U',
    'ERR-022',
    'ERR-023',
    'OIDC-020',
    'OIDC-021',
    'OIDC-022',
    'OIDC-040',
    'OIDC-041',
    'OIDC-048',
    'OIDC-049',
    'OIDC-073',
    'OIDC-094',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const named = authenticator(provider, 'named', {
        claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }],
      });
      const expressed = authenticator(provider, 'expressed', {
        claimValidationRules: [{ expression: "claims.level > 3.0 && claims.site['a.b'] == 'x'", message: 'too low' }],
      });
      const both = authenticator(provider, 'both', {
        claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }, { expression: "claims.tier == 'gold'" }],
      });
      const user = authenticator(provider, 'user', {
        claimMappings: { groups: { claim: 'groups', prefix: '' } },
        userValidationRules: [
          { expression: "!user.username.startsWith('system:')", message: 'reserved' },
          { expression: "user.groups.all(group, group != 'banned')" },
        ],
      });
      const server = await c.launchServer(trustingProviders([named, expressed, both, user]));
      const accepted = (name: string, claims: object) => expectIdentified(c, server, provider.token(name, claims));
      const refused = (name: string, tokens: Readonly<Record<string, object>>) => {
        const made = Object.entries(tokens).map(([what, claims]) => [what, provider.token(name, claims)]);
        return expectUnauthorized(c, server, Object.fromEntries(made) as Record<string, string>);
      };
      await c.holds(['ERR-022', 'OIDC-020', 'OIDC-094'], async () => {
        await accepted('named', { hd: 'example.com' });
        await refused('named', {
          'another value': { hd: 'example.org' },
          'a value that begins so': { hd: 'example.com.evil' },
          'a value in capitals': { hd: 'EXAMPLE.COM' },
          'a claim that is not there': {},
          'a list with the value': { hd: ['example.com'] },
        });
      });
      await c.holds(['CEL-052U', 'ERR-022', 'OIDC-021', 'OIDC-048', 'OIDC-094'], async () => {
        await accepted('expressed', { level: 4, site: { 'a.b': 'x' } });
        await refused('expressed', {
          'a level that is too low': { level: 3, site: { 'a.b': 'x' } },
          'another site': { level: 4, site: { 'a.b': 'y' } },
          'a claim that the rule reads and that is not there': { level: 4 },
        });
      });
      await c.holds('OIDC-022', async () => {
        await accepted('both', { hd: 'example.com', tier: 'gold' });
        await refused('both', {
          'the first rule broken': { hd: 'example.org', tier: 'gold' },
          'the second rule broken': { hd: 'example.com', tier: 'lead' },
        });
      });
      await c.holds(['ERR-023', 'OIDC-040', 'OIDC-049', 'OIDC-094'], async () => {
        await accepted('user', { groups: ['devs'] });
        await refused('user', { 'a reserved name': { sub: 'system:admin' } });
      });
      await c.holds(['ERR-023', 'OIDC-041', 'OIDC-094'], async () => {
        await accepted('user', { groups: ['devs', 'ops'] });
        await refused('user', {
          'the first rule broken': { sub: 'system:admin', groups: ['devs'] },
          'the second rule broken': { groups: ['devs', 'banned'] },
        });
      });
      // A caller without rights would be answered 403.
      await c.holds('OIDC-073', async () => {
        const past = Math.floor(c.clock.now() / 1000) - 120;
        const asks = async (token: string) => {
          const answer = await server.anonymous
            .withHeaders({ authorization: `Bearer ${token}` })
            .get('/api/v1/namespaces/default/secrets');
          return answer.status;
        };
        const told = {
          forbidden: await asks(provider.token('named', { hd: 'example.com' })),
          expired: await asks(provider.token('named', { hd: 'example.com', exp: past })),
          'against a rule of claims': await asks(provider.token('named', { hd: 'example.org' })),
          'against a rule of users': await asks(provider.token('user', { sub: 'system:admin' })),
        };
        expectEqual('statuses', told, {
          forbidden: 403,
          expired: 401,
          'against a rule of claims': 401,
          'against a rule of users': 401,
        });
      });
    });
  },
} satisfies Case;
