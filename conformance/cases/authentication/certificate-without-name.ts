import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { jane, nameless } from '../../fixtures/client-certificates.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials } from '../../fixtures/static-credentials.ts';

export default {
  id: 'certificate-without-name',
  title: 'A certificate without a common name MUST NOT authenticate, whatever authority signed it.',
  requirements: ['AUTHN-004'],
  launch: staticCredentials,
  async run(c) {
    expectStatus(await selfReview(c.withCertificate(nameless), c.vendor), 401, 403);
    expectOk(await c.withCertificate(jane).get('/api'));
  },
} satisfies Case;
