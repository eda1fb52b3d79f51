import type { Case } from '../../contract/case.ts';
import { discoveryDocument, withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { unfitService } from '../../fixtures/access/service-certificates.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'discovery',
  title:
    'The keys of an issuer MUST be found by its discovery document, over TLS that the named authority vouches for, and an issuer of which ' +
    'that fails MUST NOT let anybody in.',
  requirements: [
    'OIDC-004',
    'OIDC-005',
    'OIDC-006',
    'OIDC-009',
    'OIDC-010',
    'OIDC-011',
    'OIDC-017',
    'OIDC-077',
    'OIDC-078',
    'OIDC-080',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, (provider) =>
      withIdentityProvider({ clock: c.clock, identity: unfitService }, async (unfit) => {
        provider.publish('/documents/elsewhere', discoveryDocument(provider.issuer('elsewhere')));
        provider.publish(provider.discoveryPath('elsewhere'), undefined);
        provider.publish(provider.discoveryPath('liar'), discoveryDocument(provider.issuer('plain')));
        provider.publish(provider.discoveryPath('silent'), undefined);
        const discoveryURL = `${provider.service.url}/documents/elsewhere`;
        const server = await c.launchServer(
          trustingProviders([
            authenticator(provider, 'plain'),
            authenticator(provider, 'elsewhere', { issuer: { discoveryURL } }),
            authenticator(provider, 'liar'),
            authenticator(provider, 'silent'),
            authenticator(provider, 'unknown-authority', { issuer: { certificateAuthority: undefined } }),
            authenticator(provider, 'other-authority', {
              issuer: { certificateAuthority: unfitService.authority },
            }),
            authenticator(unfit, 'unfit', { issuer: { certificateAuthority: unfitService.authority } }),
          ]),
        );
        const refused = async (of: typeof provider, ...names: readonly string[]) => {
          const tokens = names.map((name) => [`a token of the issuer ${name}`, of.token(name)]);
          await expectUnauthorized(c, server, Object.fromEntries(tokens) as Record<string, string>);
        };
        await c.holds(['OIDC-004', 'OIDC-005', 'OIDC-017'], async () => {
          await expectIdentified(c, server, provider.token('plain'));
          const fetched = provider.asksFor(provider.discoveryPath('plain'));
          expectThat('requests for the document at the usual path', fetched > 0, 'at least one', fetched);
        });
        await c.holds(['OIDC-006', 'OIDC-078'], async () => {
          await expectIdentified(c, server, provider.token('elsewhere'));
          const [fetched, usual] = ['/documents/elsewhere', provider.discoveryPath('elsewhere')].map((path) =>
            provider.asksFor(path),
          );
          expectThat('requests for the document where the file says', (fetched ?? 0) > 0, 'at least one', fetched);
          expectThat('requests for the document at the usual path', usual === 0, 'none', usual);
        });
        // Each has been looked for by now, as those have that stand before and after it.
        await c.holds('OIDC-009', async () => {
          await c.eventually(async () => {
            const fetched = provider.asksFor(provider.discoveryPath('liar'));
            expectThat('requests for the document of the liar', fetched > 0, 'at least one', fetched);
          });
          await refused(provider, 'liar');
        });
        await c.holds('OIDC-077', async () => {
          await c.eventually(async () => {
            const fetched = provider.asksFor(provider.discoveryPath('silent'));
            expectThat('requests for the document that is not there', fetched > 0, 'at least one', fetched);
          });
          await refused(provider, 'silent');
        });
        await c.holds('OIDC-010', async () => {
          await refused(provider, 'other-authority');
          const fetched = provider.asksFor(provider.discoveryPath('other-authority'));
          expectThat('requests of a client that could not trust', fetched === 0, 'none', fetched);
        });
        await c.holds('OIDC-011', () => refused(provider, 'unknown-authority'));
        await c.holds('OIDC-080', () => refused(unfit, 'unfit'));
      }),
    );
  },
} satisfies Case;
