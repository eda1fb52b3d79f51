import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { early, host, joe, late, trustingUnfit } from '../../fixtures/signing/unfit-certificates.ts';
import type { Case } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'unfit-certificates',
  title:
    'A certificate of a client authority MUST NOT authenticate outside its validity, or when it is for servers only.',
  requirements: ['AUTHN-016', 'AUTHN-025', 'AUTHN-065'],
  launch: trustingUnfit,
  async run(c) {
    await c.holds('AUTHN-065', async () => {
      for (const identity of [late, early, host]) {
        const answer = await selfReview(c.withCertificate(identity), c.vendor).catch((error: unknown) => {
          if (c.signal.aborted) throw error;
          return undefined;
        });
        // The server treats the caller as anonymous or refuses the request; the TLS handshake may fail already.
        if (answer !== undefined) expectStatus(answer, 401, 403);
      }
    });
    await c.holds(['AUTHN-016', 'AUTHN-025'], async () => {
      expectUser(await selfReview(c.withCertificate(joe), c.vendor), 'joe');
    });
  },
} satisfies Case;
