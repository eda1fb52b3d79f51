import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { claimSteps } from '../../fixtures/steps/claims.ts';
import { claimStepVerdicts } from '../../fixtures/steps/data/claim-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-claims',
  title: 'What a claim asks for SHOULD stay as it was stored, except where it is bound, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(claimSteps), claimStepVerdicts),
} satisfies Case;
