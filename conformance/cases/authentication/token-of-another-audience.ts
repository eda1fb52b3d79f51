import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';

const audience = 'conformance.example';

export default {
  id: 'token-of-another-audience',
  title: 'A token for another audience MUST be refused, and a review for that audience MUST accept it.',
  requirements: ['AUTHN-058'],
  needs: ['namespace'],
  async run(c) {
    const token = await robotToken(c, { audiences: [audience] });
    const apiVersion = c.vendor.fill('authentication.{api}/v1');
    const review = async (audiences?: readonly string[]) => {
      const spec = { token, ...(audiences === undefined ? {} : { audiences }) };
      const answer = await c.wire.post(`/apis/${apiVersion}/tokenreviews`, { apiVersion, kind: 'TokenReview', spec });
      expectCreated(answer);
      return answer;
    };
    await c.holds('AUTHN-058', async () => expectStatus(await c.withToken(token).get('/api'), 401));
    for (const audiences of [[audience], ['other', audience]]) {
      const known = await review(audiences);
      expectField(known, 'status.authenticated', true);
      expectField(known, 'status.audiences', [audience]);
      expectField(known, 'status.user.username', `system:serviceaccount:${c.namespace}:robot`);
    }
    for (const audiences of [undefined, ['other']]) {
      const unknown = await review(audiences);
      expectDifferent('status.authenticated', fieldOf(unknown, 'status.authenticated'), true);
      expectAbsent(unknown, 'status.user.username');
    }
  },
} satisfies Case;
