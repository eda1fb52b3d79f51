import { expectArray } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { back } from '../../fixtures/proxy-certificates.ts';
import { expectUser, selfReview, trusting } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-lists-are-optional',
  title:
    'Group and extra headers MUST be ignored unless they are configured, and any proxy MUST be taken unless names are.',
  requirements: ['REQHDR-004', 'REQHDR-006', 'REQHDR-014', 'REQHDR-017'],
  launch: trusting(),
  async run(c) {
    const headers = { 'X-Remote-User': 'jane', 'X-Remote-Group': 'devs', 'X-Remote-Extra-Scopes': 'view' };
    const answer = await selfReview(c.withCertificate(back).withHeaders(headers), c.vendor);
    expectUser(answer, 'jane');
    const groups = expectArray(answer, 'status.userInfo.groups');
    expectThat('groups', !groups.includes('devs'), 'a list without devs', groups);
    const { status } = answer.json() as { status?: { userInfo?: { extra?: Readonly<Record<string, unknown>> } } };
    expectEqual('extra attribute scopes', status?.userInfo?.extra?.['scopes'], undefined);
  },
} satisfies Case;
