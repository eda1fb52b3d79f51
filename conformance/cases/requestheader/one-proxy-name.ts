import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { back, front } from '../../fixtures/proxy-certificates.ts';
import { expectUser, selfReview, trusting } from '../../fixtures/self-review.ts';

export default {
  id: 'one-proxy-name',
  title: 'A list of one name MUST let this proxy set the user, and no other.',
  requirements: ['REQHDR-014'],
  launch: trusting('--requestheader-allowed-names=front'),
  async run(c) {
    const headers = { 'X-Remote-User': 'jane' };
    expectUser(await selfReview(c.withCertificate(front).withHeaders(headers), c.vendor), 'jane');
    const other = await selfReview(c.withCertificate(back).withHeaders(headers), c.vendor);
    expectThat('user of the other proxy', !other.text().includes('jane'), 'not the user of the header', other.text());
  },
} satisfies Case;
