import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { workloadStepVerdicts } from '../../fixtures/steps/data/workload-step-verdicts.ts';
import { workloadSteps } from '../../fixtures/steps/workloads.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-workloads',
  title: 'A workload SHOULD keep what selects its pods, what changes SHOULD be valid, and errors SHOULD name why.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(workloadSteps), workloadStepVerdicts),
} satisfies Case;
