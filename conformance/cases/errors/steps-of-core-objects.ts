import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { coreObjectSteps } from '../../fixtures/steps/core-objects.ts';
import { coreObjectStepVerdicts } from '../../fixtures/steps/data/core-object-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-core-objects',
  title: 'What is immutable in data, types, and scopes SHOULD stay as it was stored, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(coreObjectSteps), coreObjectStepVerdicts),
} satisfies Case;
