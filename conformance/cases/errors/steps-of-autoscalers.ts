import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { autoscalerStepVerdicts } from '../../fixtures/steps/data/autoscaler-step-verdicts.ts';
import { autoscalerSteps } from '../../fixtures/steps/autoscalers.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-autoscalers',
  title: 'An autoscaler SHOULD change only to valid bounds, metrics and behavior, and errors SHOULD name why.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(autoscalerSteps), autoscalerStepVerdicts),
} satisfies Case;
