import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { back, front } from '../../fixtures/proxy-certificates.ts';
import { expectUser, selfReview, trusting } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-name-not-allowed',
  title: 'A proxy whose name is not in the list MUST NOT set the user; a proxy in the list MUST.',
  requirements: ['REQHDR-014', 'REQHDR-016U'],
  launch: trusting('--requestheader-allowed-names=side,front'),
  async run(c) {
    const headers = { 'X-Remote-User': 'jane' };
    expectUser(await selfReview(c.withCertificate(front).withHeaders(headers), c.vendor), 'jane');
    const refused = await selfReview(c.withCertificate(back).withHeaders(headers), c.vendor);
    expectThat(
      'user of the other proxy',
      !refused.text().includes('jane'),
      'not the user of the header',
      refused.text(),
    );
  },
} satisfies Case;
