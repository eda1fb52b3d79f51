import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { jobStepVerdicts } from '../../fixtures/steps/data/job-step-verdicts.ts';
import { jobSteps } from '../../fixtures/steps/jobs.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-job-statuses',
  title: 'A job that has ended SHOULD stay as it ended, its counts SHOULD NOT shrink, and errors SHOULD name why.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(jobSteps), jobStepVerdicts),
} satisfies Case;
