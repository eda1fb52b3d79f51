import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { authenticator, expectIdentified, trustingProviders } from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'number-of-issuers',
  title: 'A server MUST take 64 issuers and MUST NOT start with 65.',
  requirements: ['OIDC-001'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const launch = (count: number) =>
        trustingProviders(Array.from({ length: count }, (_, index) => authenticator(provider, `issuer-${index}`)));
      await expectRefusedStart(c, '65 issuers', launch(65));
      const server = await c.launchServer(launch(64));
      for (const name of ['issuer-0', 'issuer-63']) await expectIdentified(c, server, provider.token(name));
    });
  },
} satisfies Case;
