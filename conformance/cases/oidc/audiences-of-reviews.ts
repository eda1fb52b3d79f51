import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { authenticator, expectIdentified, trustingProviders } from '../../fixtures/access/provider-configuration.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'audiences-of-reviews',
  title:
    'A review of a token of a provider MUST say that it is good for the audiences of the server, and not for others.',
  requirements: ['TOKWH-030'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const server = await c.launchServer(
        trustingProviders([authenticator(provider, 'one')], {}, '--api-audiences=first,second'),
      );
      const token = provider.token('one');
      await expectIdentified(c, server, token);
      const apiVersion = c.vendor.fill('authentication.{api}/v1');
      const review = async (...audiences: readonly string[]) => {
        const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) };
        const answer = await server.wire.post(`/apis/${apiVersion}/tokenreviews`, {
          apiVersion,
          kind: 'TokenReview',
          spec,
        });
        expectCreated(answer);
        return answer;
      };
      for (const audiences of [[], ['second'], ['other', 'first']]) {
        const good = await review(...audiences);
        expectField(good, 'status.authenticated', true);
        const known = audiences.filter((one) => one !== 'other');
        expectField(good, 'status.audiences', known.length === 0 ? ['first', 'second'] : known);
      }
      const authenticated = fieldOf(await review('other'), 'status.authenticated');
      expectThat('authenticated for another audience', authenticated !== true, 'nothing or false', authenticated);
    });
  },
} satisfies Case;
