import type { Case } from '../../contract/case.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { plain } from '../../fixtures/launches.ts';
import { approvals, differences, expectNumbersJudged, wordsOf } from '../../fixtures/signing/twice-validated.ts';

export default {
  id: 'declared-rules-are-compared',
  title:
    'By default declared rules MUST be evaluated and compared, and hand-written validation MUST decide the response.',
  requirements: ['DECLVAL-001', 'DECLVAL-003', 'DECLVAL-005', 'DECLVAL-007'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const approve = await approvals(c);
    const before = await differences(c);
    await expectNumbersJudged(c);
    await c.holds(['DECLVAL-003', 'DECLVAL-005'], async () => {
      expectEqual('who found the fault that is answered', await wordsOf(approve), 'code');
    });
    await c.holds(['DECLVAL-001', 'DECLVAL-007'], async () => {
      expectEqual('differences where both find the same', (await differences(c)) - before, 0);
      // A server with other error texts may find other differences.
      await wordsOf(approve);
      // Hand-written validation reports this error twice, the declared rule once.
      await approve('Approved', 'Denied', 'Approved');
      expectEqual('differences', (await differences(c)) - before, 1);
    });
  },
} satisfies Case;
