import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'audiences-of-static-tokens',
  title: 'A review of a static token MUST say that it is good for the audiences of the server, and not for others.',
  requirements: ['TOKWH-030'],
  launch: staticCredentials,
  async run(c) {
    const apiVersion = c.vendor.fill('authentication.{api}/v1');
    const { collection } = c.clusterResource(apiVersion, 'tokenreviews');
    const review = async (...audiences: readonly string[]) => {
      const spec = { token: staticTokens.whole, ...(audiences.length === 0 ? {} : { audiences }) };
      const answer = await c.wire.post(collection, { apiVersion, kind: 'TokenReview', spec });
      expectCreated(answer);
      return answer;
    };
    const good = await review();
    expectField(good, 'status.authenticated', true);
    expectField(good, 'status.user.username', 'ann');
    const own = expectText(good, 'status.audiences.0');
    expectField(await review(own, 'conformance.example'), 'status.audiences', [own]);
    const other = await review('conformance.example');
    const authenticated = fieldOf(other, 'status.authenticated');
    expectThat('authenticated for others', authenticated !== true, 'nothing or false', authenticated);
    expectField(other, 'status.user.username', undefined);
  },
} satisfies Case;
