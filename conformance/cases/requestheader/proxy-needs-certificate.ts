import { expectText } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { jane as strange } from '../../fixtures/client-certificates.ts';
import { expectUser, selfReview, suggested } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-needs-certificate',
  title: 'Identity headers MUST be ignored from callers without a proxy certificate.',
  requirements: ['REQHDR-012', 'REQHDR-013'],
  launch: suggested,
  async run(c) {
    const forged = { 'X-Remote-User': 'jane', 'X-Remote-Group': 'system:masters' };
    const own = await selfReview(c.wire, c.vendor);
    const username = expectText(own, 'status.userInfo.username');
    expectUser(await selfReview(c.wire.withHeaders(forged), c.vendor), username);
    // A caller without credentials is anonymous (403) or refused (401).
    expectStatus(await c.anonymous.withHeaders(forged).get('/api/v1/nodes'), 401, 403);
    // A certificate of another authority is none of a proxy; the TLS handshake may fail already.
    const stranger = c.withCertificate(strange).withHeaders(forged);
    const answer = await stranger.get('/api/v1/nodes').catch((error: unknown) => {
      if (c.signal.aborted) throw error;
      return undefined;
    });
    if (answer !== undefined) expectStatus(answer, 401, 403);
  },
} satisfies Case;
