import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { below, numbered, trustingChains, twiceNamed, under } from '../../fixtures/signing/chained-certificates.ts';
import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'chained-certificates',
  title:
    'A certificate MUST authenticate by a chain of authorities only, and name its holder by its last common name and its unique id.',
  requirements: ['AUTHN-005', 'AUTHN-025', 'AUTHN-026', 'AUTHN-028'],
  launch: trustingChains,
  async run(c) {
    await c.holds('AUTHN-026', async () =>
      expectUser(await selfReview(c.withCertificate(twiceNamed), c.vendor), 'last'),
    );
    await c.holds('AUTHN-005', async () => {
      const answer = await selfReview(c.withCertificate(numbered), c.vendor);
      expectUser(answer, 'numbered');
      expectField(answer, 'status.userInfo.uid', 'u-17');
    });
    await c.holds('AUTHN-025', async () => expectUser(await selfReview(c.withCertificate(below), c.vendor), 'below'));
    await c.holds('AUTHN-028', async () => {
      const answer = await selfReview(c.withCertificate(under), c.vendor).catch((error: unknown) => {
        if (c.signal.aborted) throw error;
        return undefined;
      });
      // The handshake may fail already.
      if (answer !== undefined) expectStatus(answer, 401, 403);
    });
  },
} satisfies Case;
