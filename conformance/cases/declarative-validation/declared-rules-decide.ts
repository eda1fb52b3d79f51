import type { Case } from '../../contract/case.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { approvals, differences, expectNumbersJudged, wordsOf } from '../../fixtures/signing/twice-validated.ts';

export default {
  id: 'declared-rules-decide',
  title: 'When declared rules are set to decide, their errors MUST be returned, and still be compared.',
  requirements: ['DECLVAL-004', 'DECLVAL-007'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const approve = await approvals(c);
    const before = await differences(c);
    await c.holds('DECLVAL-004', async () => {
      await expectNumbersJudged(c);
      expectEqual('who found the fault that is answered', await wordsOf(approve), 'rules');
    });
    await c.holds('DECLVAL-007', async () => {
      expectEqual('differences where both find the same', (await differences(c)) - before, 0);
      await approve('Approved', 'Denied', 'Approved');
      expectEqual('differences', (await differences(c)) - before, 1);
    });
  },
} satisfies Case;
