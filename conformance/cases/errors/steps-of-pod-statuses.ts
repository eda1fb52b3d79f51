import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { podStatusStepVerdicts } from '../../fixtures/steps/data/pod-status-step-verdicts.ts';
import { podStatusSteps } from '../../fixtures/steps/pod-statuses.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-pod-statuses',
  title: 'A container that ended for good SHOULD NOT run again, statuses SHOULD be valid, and errors SHOULD name why.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(podStatusSteps), podStatusStepVerdicts),
} satisfies Case;
