import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { jobSpecStepVerdicts } from '../../fixtures/steps/data/job-spec-step-verdicts.ts';
import { jobSpecSteps } from '../../fixtures/steps/job-specs.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-job-specs',
  title: 'A job SHOULD keep what it runs and how it is counted, schedules SHOULD be valid, and errors SHOULD name why.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(jobSpecSteps), jobSpecStepVerdicts),
} satisfies Case;
