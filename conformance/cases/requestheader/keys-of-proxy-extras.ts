import type { Case } from '../../contract/case.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { selfReview, suggested } from '../../fixtures/self-review.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';

export default {
  id: 'keys-of-proxy-extras',
  title: 'Extra keys of a proxy MUST be lower-cased before they are decoded; empty groups MUST NOT count.',
  requirements: ['REQHDR-005', 'REQHDR-008', 'REQHDR-009', 'REQHDR-010'],
  launch: suggested,
  async run(c) {
    const headers = {
      'X-Remote-User': 'jane',
      'X-Remote-Group': ['', 'devs', ''],
      'X-Other-Group': ['more', '', 'most'],
      'X-Remote-Extra-a%2Fb': 'slash',
      'X-Remote-Extra-%41b': 'capital',
      'X-Remote-Extra-aB': 'one',
      'X-Remote-Extra-Ab': 'two',
      'X-Remote-Extra-50%zz': 'percent',
    };
    const answer = await selfReview(c.withCertificate(front).withHeaders(headers), c.vendor);
    expectCreated(answer);
    const extra = (fieldOf(answer, 'status.userInfo.extra') ?? {}) as Readonly<Record<string, readonly string[]>>;
    await c.holds(['REQHDR-008', 'REQHDR-010'], async () =>
      expectSameMembers('values of ab', extra['ab'] ?? [], ['one', 'two']),
    );
    await c.holds('REQHDR-009', async () => {
      expectEqual('values of a/b', extra['a/b'], ['slash']);
      expectEqual('values of Ab', extra['Ab'], ['capital']);
      expectEqual('values of 50%zz', extra['50%zz'], ['percent']);
    });
    await c.holds('REQHDR-005', async () =>
      expectSameMembers('groups', expectArray(answer, 'status.userInfo.groups'), [
        'devs',
        'more',
        'most',
        'system:authenticated',
      ]),
    );
  },
} satisfies Case;
