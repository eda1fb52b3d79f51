import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { workloadStatusStepVerdicts } from '../../fixtures/steps/data/workload-status-step-verdicts.ts';
import { workloadStatusSteps } from '../../fixtures/steps/workloads.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-workload-statuses',
  title: 'Counts of a workload SHOULD NOT exceed the counts they are parts of, and errors SHOULD name those that do.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(workloadStatusSteps), workloadStatusStepVerdicts),
} satisfies Case;
