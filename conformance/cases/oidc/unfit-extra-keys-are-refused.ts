import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { authenticator, trustingProviders } from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-extra-keys-are-refused',
  title:
    'A server MUST NOT start with a file in which a key of an extra is twice, is reserved, is in capitals, or is not a path below a ' +
    'domain.',
  requirements: ['OIDC-033', 'OIDC-034', 'OIDC-035', 'OIDC-036', 'OIDC-037', 'OIDC-038'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const start = (...keys: readonly string[]) => {
        const extra = keys.map((key) => ({ key, valueExpression: 'claims.sub' }));
        return trustingProviders([authenticator(provider, 'one', { claimMappings: { extra } })]);
      };
      const refused = (...keys: readonly string[]) =>
        expectRefusedStart(c, `the keys ${keys.join(', ')}`, start(...keys));
      const near = ['example.org/team', 'example.org/team/a-b_c.d', 'not{label}/x', '{label}.example.org/x'];
      await expectStart(c, 'keys as they have to be', start(...near));
      await c.holds('OIDC-033', async () => {
        for (const key of ['team', 'example.org/']) await refused(key);
      });
      await c.holds('OIDC-034', async () => {
        await refused('example.org/Team');
      });
      await c.holds('OIDC-035', () => refused('example.org/team', 'example.org/team'));
      await c.holds('OIDC-036', async () => {
        await refused('exa_mple.org/team');
      });
      await c.holds('OIDC-037', async () => {
        for (const key of ['example.org/te am', 'example.org/team?a']) await refused(key);
      });
      await c.holds('OIDC-038', async () => {
        for (const key of ['{label}/x', 'a.{label}/x', 'a.{api}/x']) await refused(key);
      });
    });
  },
} satisfies Case;
