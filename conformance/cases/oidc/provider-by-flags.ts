import type { Case, CaseContext } from '../../contract/case.ts';
import { audience, type IdentityProvider, withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { algorithms } from '../../fixtures/access/signed-token.ts';
import { flagsOf, trustingByFlags } from '../../fixtures/access/provider-flags.ts';
import { expectIdentified, expectUnauthorized, identified } from '../../fixtures/access/provider-configuration.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'provider-by-flags',
  title:
    'With the flags of issuer, client and authority alone the user MUST be what `sub` holds, behind the issuer, and only tokens for the ' +
    'client that are signed by RS256 are taken.',
  requirements: [
    'AUTHN-047',
    'OIDC-051',
    'OIDC-054',
    'OIDC-056',
    'OIDC-057',
    'OIDC-059',
    'OIDC-066',
    'OIDC-069',
    'OIDC-089',
    'OIDC-090',
    'OIDC-091',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(trustingByFlags(flagsOf(provider, 'one')));
      const answer = await expectIdentified(c, server, provider.token('one', { name: 'Ann', email: 'a@example.org' }));
      await c.holds(['AUTHN-047', 'OIDC-051', 'OIDC-056', 'OIDC-057', 'OIDC-059', 'OIDC-066', 'OIDC-089'], async () => {
        expectField(answer, 'status.userInfo.username', `${provider.issuer('one')}#jane`);
      });
      await c.holds('OIDC-051', () =>
        expectUnauthorized(c, server, { 'a token of another issuer': provider.token('two') }),
      );
      await c.holds('OIDC-054', async () => {
        await expectUnauthorized(c, server, {
          'a token for another client': provider.token('one', { aud: 'another' }),
          'a token for no client': provider.token('one', { aud: undefined }),
        });
        await expectIdentified(c, server, provider.token('one', { aud: ['another', audience] }));
      });
      await c.holds('OIDC-069', async () => {
        const others = algorithms.filter((algorithm) => algorithm !== 'RS256');
        const tokens = others.map((algorithm) => [algorithm, provider.token('one', { sub: algorithm }, { algorithm })]);
        await expectUnauthorized(c, server, Object.fromEntries(tokens) as Record<string, string>);
      });
      // Without the file only the authorities of the host count, and none of them signed the certificate of the provider.
      await c.holds('OIDC-066', async () => {
        const flags = flagsOf(provider, 'untrusted').filter((flag) => !flag.startsWith('--oidc-ca-file='));
        const wary = await c.launchServer(trustingByFlags(flags));
        const token = provider.token('untrusted');
        await expectLasting(c, () => expectUnauthorized(c, wary, { 'a token of a provider without authority': token }));
        expectEqual('requests to it', provider.asksFor(provider.discoveryPath('untrusted')), 0);
      });
      const taken = await takenOfTwo(c, provider);
      await c.holds('OIDC-090', async () => expectOne('issuers', taken.issuers));
      await c.holds('OIDC-091', async () => expectOne('clients', taken.clients));
    });
  },
} satisfies Case;

/** Whose and for whom the tokens are that a server takes to which both flags are given twice; nothing when it does not start. */
async function takenOfTwo(
  c: CaseContext,
  provider: IdentityProvider,
): Promise<{ readonly issuers: ReadonlySet<string>; readonly clients: ReadonlySet<string> }> {
  const second = 'second';
  const more = [`--oidc-issuer-url=${provider.issuer('two')}`, `--oidc-client-id=${second}`];
  const launch = trustingByFlags([...flagsOf(provider, 'one'), ...more]);
  const [issuers, clients] = [new Set<string>(), new Set<string>()];
  if ((await c.attemptServer(launch)) !== undefined) return { issuers, clients };
  const server = await c.launchServer(launch);
  await c.eventually(async () => {
    for (const issuer of ['one', 'two']) {
      for (const aud of [audience, second]) {
        const { status } = await identified(c, server, provider.token(issuer, { aud }));
        if (status !== 200 && status !== 201) continue;
        issuers.add(issuer);
        clients.add(aud);
      }
    }
    expectThat('tokens of two issuers for two clients', issuers.size > 0, 'one that is taken', 'none');
  });
  return { issuers, clients };
}

function expectOne(what: string, taken: ReadonlySet<string>): void {
  expectThat(`${what} that flags can name`, taken.size <= 1, 'one', [...taken]);
}
