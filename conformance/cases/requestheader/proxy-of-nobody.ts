import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';
import { front } from '../../fixtures/proxy-certificates.ts';

export default {
  id: 'proxy-of-nobody',
  title: 'Without a certificate authority for proxies no identity header MUST ever be trusted.',
  requirements: ['REQHDR-011'],
  launch: plain,
  async run(c) {
    const forged = { 'X-Remote-User': 'jane', 'X-Remote-Group': 'system:masters' };
    expectStatus(await c.withCertificate(front).withHeaders(forged).get('/api/v1/nodes'), 401, 403);
  },
} satisfies Case;
