import { selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';
import type { Case } from '../../contract/case.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';

export default {
  id: 'unauthenticated-by-token',
  title: 'A user that its token puts among the unauthenticated MUST NOT be in the group of authenticated users too.',
  requirements: ['AUTHN-030'],
  launch: staticCredentials,
  async run(c) {
    const nobody = c.withToken(staticTokens.unauthenticated);
    // Only authenticated users may ask who they are; all may ask for the version.
    const refused = await selfReview(nobody, c.vendor);
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /^selfsubjectreviews\.\S+ is forbidden: User "nobody" cannot create resource/);
    expectOk(await nobody.get('/version'));
  },
} satisfies Case;
