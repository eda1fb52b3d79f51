import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { definitionStepVerdicts } from '../../fixtures/steps/data/definition-step-verdicts.ts';
import { definitionSteps } from '../../fixtures/steps/definitions.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-definitions',
  title: 'An update of a definition SHOULD be refused exactly where its names or its stored versions do not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(definitionSteps), definitionStepVerdicts),
} satisfies Case;
