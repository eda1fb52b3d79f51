import type { Case } from '../../contract/case.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import { approvals, differences, expectNumbersJudged, wordsOf } from '../../fixtures/signing/twice-validated.ts';

export default {
  id: 'declared-rules-are-off',
  title: 'With their gate off declared rules MUST NOT be evaluated and MUST NOT decide.',
  requirements: ['DECLVAL-008', 'DECLVAL-009'],
  needs: ['namespace'],
  launch: switchedOff,
  async run(c) {
    const approve = await approvals(c);
    const before = await differences(c);
    await expectNumbersJudged(c);
    await c.holds('DECLVAL-009', async () => {
      expectEqual('who found the fault that is answered', await wordsOf(approve), 'code');
    });
    await c.holds('DECLVAL-008', async () => {
      await approve('Approved', 'Denied', 'Approved');
      expectEqual('differences', (await differences(c)) - before, 0);
    });
  },
} satisfies Case;
