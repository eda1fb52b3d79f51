import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';

export default {
  id: 'distributed-claims',
  title:
    'A claim that another place holds MUST NOT be there for expressions, though it is for the mapping of groups by claim.',
  requirements: ['OIDC-093'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(
        trustingProviders([
          authenticator(provider, 'by-claim', { claimMappings: { groups: { claim: 'groups', prefix: '' } } }),
          authenticator(provider, 'by-expression', { claimMappings: { groups: { expression: 'claims.groups' } } }),
          authenticator(provider, 'absent', {
            claimMappings: { groups: { expression: "claims.?groups.orValue(['nowhere'])" } },
          }),
        ]),
      );
      const token = (name: string, near: object = {}) => {
        // What the other place answers is a token itself.
        const answer = provider.token(name, { groups: ['distant'] });
        provider.publish(`/${name}/claims`, answer);
        return provider.token(name, {
          ...near,
          _claim_names: { groups: 'there' },
          _claim_sources: { there: { endpoint: `${provider.issuer(name)}/claims`, access_token: 'for-claims' } },
        });
      };
      const groupsOf = async (name: string, expected: readonly string[], near: object = {}) => {
        const answer = await expectIdentified(c, server, token(name, near));
        const groups = expectArray(answer, 'status.userInfo.groups');
        expectSameMembers(`groups by ${name}`, groups, [...expected, 'system:authenticated']);
      };
      await groupsOf('by-claim', ['distant']);
      // What the token says itself needs no other place.
      await groupsOf('by-claim', ['near'], { groups: ['near'] });
      await expectIdentified(c, server, provider.token('by-expression', { groups: ['near'] }));
      await expectUnauthorized(c, server, { 'an expression about a distant claim': token('by-expression') });
      await groupsOf('absent', ['nowhere']);
    });
  },
} satisfies Case;
