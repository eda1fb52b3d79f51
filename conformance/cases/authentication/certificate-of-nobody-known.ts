import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { claimer, jane } from '../../fixtures/client-certificates.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials } from '../../fixtures/static-credentials.ts';

export default {
  id: 'certificate-of-nobody-known',
  title: 'A certificate that no client authority signed MUST NOT authenticate.',
  requirements: ['AUTHN-028', 'AUTHN-065'],
  launch: staticCredentials,
  async run(c) {
    for (const identity of [front, claimer]) {
      const answer = await selfReview(c.withCertificate(identity), c.vendor).catch((error: unknown) => {
        if (c.signal.aborted) throw error;
        return undefined;
      });
      // The server treats the caller as anonymous or refuses the request; the TLS handshake may fail already.
      if (answer !== undefined) expectStatus(answer, 401, 403);
    }
    expectUser(await selfReview(c.withCertificate(jane), c.vendor), 'jane');
  },
} satisfies Case;
