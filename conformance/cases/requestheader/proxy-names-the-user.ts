import type { Case } from '../../contract/case.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { expectUser, selfReview, suggested } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-names-the-user',
  title: 'The first user name header with a value MUST name the user, in any letter case.',
  requirements: ['AUTHN-050', 'REQHDR-002', 'REQHDR-003'],
  launch: suggested,
  async run(c) {
    const proxy = c.withCertificate(front);
    const ask = (headers: Readonly<Record<string, string>>) => selfReview(proxy.withHeaders(headers), c.vendor);
    expectUser(await ask({ 'X-Remote-User': 'jane' }), 'jane');
    expectUser(await ask({ 'x-rEMOTE-uSER': 'jane' }), 'jane');
    expectUser(await ask({ 'X-Other-User': 'joe', 'X-Remote-User': 'jane' }), 'jane');
    expectUser(await ask({ 'X-Other-User': 'joe' }), 'joe');
    // An empty header has no value.
    expectUser(await ask({ 'X-Remote-User': '', 'X-Other-User': 'joe' }), 'joe');
  },
} satisfies Case;
