import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { classStepVerdicts } from '../../fixtures/steps/data/class-step-verdicts.ts';
import { classSteps } from '../../fixtures/steps/classes-and-budgets.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-classes-and-budgets',
  title: 'An update of a class or a budget SHOULD be refused exactly where the stored one does not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(classSteps), classStepVerdicts),
} satisfies Case;
