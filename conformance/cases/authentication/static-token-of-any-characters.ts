import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';

export default {
  id: 'static-token-of-any-characters',
  title: 'A static token MUST work with any characters that a header may hold.',
  requirements: ['AUTHN-036'],
  launch: staticCredentials,
  async run(c) {
    expectUser(await selfReview(c.withToken(staticTokens.punctuated), c.vendor), 'eve');
    expectStatus(await c.withToken(staticTokens.punctuated.slice(1)).get('/api'), 401);
  },
} satisfies Case;
