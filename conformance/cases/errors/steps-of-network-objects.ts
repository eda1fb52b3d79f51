import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { networkStepVerdicts } from '../../fixtures/steps/data/network-step-verdicts.ts';
import { networkSteps } from '../../fixtures/steps/network-objects.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-network-objects',
  title: 'An update of an object about networks SHOULD be refused exactly where the stored one does not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(networkSteps), networkStepVerdicts),
} satisfies Case;
