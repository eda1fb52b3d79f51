import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  trustingProviders,
  type WrittenAuthenticator,
} from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-mappings-are-refused',
  title:
    'A server MUST NOT start with a file in which a mapping or rule has two forms, lacks a part, or yields what it may not, and MUST start ' +
    'with each form alone.',
  requirements: ['OIDC-019', 'OIDC-023', 'OIDC-024', 'OIDC-025', 'OIDC-027', 'OIDC-030'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const start = (more: WrittenAuthenticator) => trustingProviders([authenticator(provider, 'one', more)]);
      const refused = (what: string, more: WrittenAuthenticator) => expectRefusedStart(c, what, start(more));
      const mapped = (what: string, claimMappings: object) => refused(what, { claimMappings });
      const email = { username: { expression: 'claims.email' } };
      const verified = [{ expression: 'claims.?email_verified.orValue(true) == true' }];
      await c.holds(['OIDC-025', 'OIDC-027'], () =>
        expectStart(
          c,
          'each form alone',
          trustingProviders([
            authenticator(provider, 'one', {
              claimMappings: { username: { claim: 'sub', prefix: '' }, uid: { claim: 'id' } },
              claimValidationRules: [
                { claim: 'hd', requiredValue: 'x' },
                { expression: 'true', message: 'never' },
              ],
            }),
            authenticator(provider, 'two', {
              claimMappings: { ...email, uid: { expression: 'claims.id' } },
              claimValidationRules: verified,
            }),
          ]),
        ),
      );
      await c.holds('OIDC-019', async () => {
        const rule = { claim: 'hd', requiredValue: 'x' };
        await refused('a rule of both forms', { claimValidationRules: [{ ...rule, expression: 'true' }] });
        await refused('a rule of a claim with a message', { claimValidationRules: [{ ...rule, message: 'm' }] });
        await refused('a rule of no form', { claimValidationRules: [{}] });
        await refused('a rule that is not true or false', { claimValidationRules: [{ expression: "'true'" }] });
        await refused('a rule of an expression with a value', {
          claimValidationRules: [{ expression: 'true', requiredValue: 'x' }],
        });
        await refused('the same expression in two rules', { claimValidationRules: [...verified, ...verified] });
        await refused('a rule of users without an expression', { userValidationRules: [{ message: 'm' }] });
        await refused('the same claim in two rules', { claimValidationRules: [rule, rule] });
      });
      await c.holds('OIDC-023', async () => {
        await mapped('no mapping of the name', { username: undefined });
        await mapped('an empty mapping of the name', { username: {} });
      });
      await c.holds('OIDC-024', () =>
        mapped('a name of both forms', { username: { claim: 'sub', prefix: '', expression: 'claims.sub' } }),
      );
      await c.holds('OIDC-025', async () => {
        await mapped('a claim of the name without a prefix', { username: { claim: 'sub' } });
        await mapped('an expression of the name with a prefix', {
          username: { expression: 'claims.sub', prefix: 'x' },
        });
        await mapped('a claim of the groups without a prefix', { groups: { claim: 'groups' } });
        await mapped('groups of both forms', { groups: { claim: 'groups', prefix: '', expression: 'claims.groups' } });
      });
      await c.holds('OIDC-027', () => mapped('an address that nothing verifies', email));
      await c.holds('OIDC-030', () => mapped('a uid of both forms', { uid: { claim: 'id', expression: 'claims.id' } }));
    });
  },
} satisfies Case;
