import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { selfReview, suggested } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-names-extra',
  title: 'Headers with the prefix MUST become extra fields, with decoded lower-case keys and values in order.',
  requirements: ['REQHDR-007', 'REQHDR-008', 'REQHDR-009', 'REQHDR-010'],
  launch: suggested,
  async run(c) {
    const headers = {
      'X-Remote-User': 'jane',
      'X-Remote-Extra-Scopes': ['view', 'edit'],
      'X-Remote-Extra-Acme.com%2FProject': 'blue',
    };
    const answer = await selfReview(c.withCertificate(front).withHeaders(headers), c.vendor);
    const { status } = answer.json() as { status?: { userInfo?: { extra?: Readonly<Record<string, unknown>> } } };
    const extra = status?.userInfo?.extra ?? {};
    expectEqual('extra attribute scopes', extra['scopes'], ['view', 'edit']);
    expectEqual('extra attribute acme.com/project', extra['acme.com/project'], ['blue']);
  },
} satisfies Case;
