import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { podStepVerdicts } from '../../fixtures/steps/data/pod-step-verdicts.ts';
import { podSteps } from '../../fixtures/steps/pods.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-pods',
  title:
    'A pod SHOULD change in its images, deadline, tolerations and gates alone, and errors SHOULD name what else changed.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(podSteps), podStepVerdicts),
} satisfies Case;
