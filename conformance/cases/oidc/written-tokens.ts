import type { Case } from '../../contract/case.ts';
import { writtenTokens } from '../../fixtures/access/data/written-tokens.ts';
import { audience, withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  identified,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

export default {
  id: 'written-tokens',
  title:
    'A token with a good signature MUST be taken or answered 401 by what its header and its claims say, and its claims MUST name the user.',
  requirements: ['AUTHN-047', 'OIDC-044', 'OIDC-045', 'OIDC-046', 'OIDC-047', 'OIDC-071', 'OIDC-072'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const issuer = provider.issuer('one');
      provider.publish('/one/lacking', provider.token('one', { other: ['sourced'] }));
      provider.publish('/one/no-token', 'groups');
      const mapped = { groups: { claim: 'groups', prefix: '' } };
      const server = await c.launchServer(
        trustingProviders([authenticator(provider, 'one', { claimMappings: mapped })]),
      );
      await expectIdentified(c, server, provider.token('one'));
      const now = Math.floor(c.clock.now() / 1000);
      const seconds: Readonly<Record<string, number>> = { END: 3600, PAST: -7200, FAR: 7200, SOON: 60 };
      const claimsOf = (text: string) =>
        text
          .replaceAll('GOOD', `"iss":"${issuer}","aud":"${audience}","iat":${now}`)
          .replaceAll('ISSUER', issuer)
          .replaceAll(/END|PAST|FAR|SOON/g, (name) => String(now + (seconds[name] ?? 0)));
      const rows = writtenTokens.trim().split('\n');
      const outcomes = await Promise.all(
        rows.map(async (row) => {
          const [header = '', claims = ''] = row.split(' | ');
          const token = provider.writtenToken(
            header.replaceAll('GOOD', '"alg":"RS256","kid":"rsa-1"'),
            claimsOf(claims),
          );
          return `${header} | ${claims} | ${outcomeOf(await identified(c, server, token))}`;
        }),
      );
      const others = outcomes.filter((outcome, index) => outcome !== rows[index]);
      expectThat('bearers', others.length === 0, 'those that were recorded', others);
    });
  },
} satisfies Case;

/** The name and the groups besides that of everybody, or the status. */
function outcomeOf(review: Exchange): string {
  if (review.status >= 400) return String(review.status);
  const { status } = review.json() as { readonly status: { readonly userInfo: UserInfo } };
  const { username, groups } = status.userInfo;
  return [username, ...groups.filter((group) => group !== 'system:authenticated')].join(',');
}

interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
}
