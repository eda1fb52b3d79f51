import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { ruleStepVerdicts } from '../../fixtures/steps/data/rule-step-verdicts.ts';
import { ruleSteps } from '../../fixtures/steps/rules.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-rules',
  title: 'An update of a rule of access or admission SHOULD be refused exactly where the stored one does not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(ruleSteps), ruleStepVerdicts),
} satisfies Case;
