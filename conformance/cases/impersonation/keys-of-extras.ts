import type { Case } from '../../contract/case.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { expectAbsent, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';

export default {
  id: 'keys-of-extras',
  title: 'Extra keys MUST be lower-cased before they are decoded; an empty uid MUST count as no uid.',
  requirements: ['IMP-005', 'IMP-006', 'IMP-008', 'IMP-024'],
  needs: ['impersonation'],
  async run(c) {
    const answer = await selfReview(
      c.as('jane').withHeaders({
        'impersonate-uid': '',
        'impersonate-extra-a%2Fb': 'slash',
        'impersonate-extra-%41b': 'capital',
        'impersonate-extra-aB': 'one',
        'impersonate-extra-Ab': 'two',
        // `%zz` is not a valid escape: the key stays as it is.
        'impersonate-extra-50%zz': 'percent',
      }),
      c.vendor,
    );
    expectCreated(answer);
    const extra = (fieldOf(answer, 'status.userInfo.extra') ?? {}) as Readonly<Record<string, readonly string[]>>;
    await c.holds('IMP-005', async () => expectSameMembers('values of ab', extra['ab'] ?? [], ['one', 'two']));
    await c.holds('IMP-006', async () => {
      expectEqual('values of a/b', extra['a/b'], ['slash']);
      expectEqual('values of Ab', extra['Ab'], ['capital']);
      expectEqual('values of 50%zz', extra['50%zz'], ['percent']);
    });
    await c.holds('IMP-024', async () => expectSameMembers('keys', Object.keys(extra), ['ab', 'a/b', 'Ab', '50%zz']));
    await c.holds('IMP-008', async () => expectAbsent(answer, 'status.userInfo.uid'));
  },
} satisfies Case;
