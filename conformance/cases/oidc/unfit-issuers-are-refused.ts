import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { authenticator, trustingProviders } from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-issuers-are-refused',
  title:
    'A server MUST NOT start with a file in which an issuer is not as it has to be, and MUST start with one in which all are.',
  requirements: ['OIDC-002', 'OIDC-003', 'OIDC-007', 'OIDC-008', 'OIDC-013', 'OIDC-014', 'OIDC-050U', 'OIDC-079'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const own = '--service-account-issuer=https://own.example';
      const start = (jwt: readonly object[]) => trustingProviders(jwt, {}, own);
      const one = (issuer: object) => authenticator(provider, 'one', { issuer });
      const other = (issuer: object) => authenticator(provider, 'two', { issuer });
      const refused = (what: string, ...jwt: readonly object[]) => expectRefusedStart(c, what, start(jwt));
      const elsewhere = `${provider.service.url}/elsewhere`;
      const several = { audiences: ['a', 'b'] };
      await expectStart(
        c,
        'two issuers as they have to be',
        start([one({ discoveryURL: elsewhere, audienceMatchPolicy: 'MatchAny', ...several }), other({})]),
      );
      await c.holds(['OIDC-002', 'OIDC-050U'], async () => {
        await refused('the same issuer twice', one({}), one({ audiences: ['other'] }));
        await refused('an issuer without an address', one({ url: undefined }));
      });
      await c.holds('OIDC-003', () => refused('the issuer of service accounts', one({ url: 'https://own.example' })));
      await c.holds('OIDC-007', () =>
        refused('discovery at the address of the issuer', one({ discoveryURL: provider.issuer('one') })),
      );
      await c.holds('OIDC-008', () =>
        refused('the same discovery twice', one({ discoveryURL: elsewhere }), other({ discoveryURL: elsewhere })),
      );
      await c.holds('OIDC-013', async () => {
        await refused('another match policy', one({ audienceMatchPolicy: 'MatchAll' }));
        await refused(
          'another match policy for several audiences',
          one({ audienceMatchPolicy: 'MatchAll', ...several }),
        );
      });
      await c.holds('OIDC-014', () => refused('several audiences without a match policy', one(several)));
      await c.holds('OIDC-079', async () => {
        const plain = provider.issuer('one').replace('https:', 'http:');
        await refused('an issuer without TLS', one({ url: plain }));
        await refused('discovery without TLS', one({ discoveryURL: elsewhere.replace('https:', 'http:') }));
        // An address is one without who asks, what for, and a part of the answer.
        const issuer = provider.issuer('one');
        for (const url of [
          issuer.replace('//', '//user@'),
          issuer.replace('//', '//user:word@'),
          `${issuer}?a=b`,
          `${issuer}#part`,
        ]) {
          await refused(`the address ${url}`, one({ url }));
        }
      });
    });
  },
} satisfies Case;
