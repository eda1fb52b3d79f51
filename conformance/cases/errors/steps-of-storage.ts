import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { storageSteps } from '../../fixtures/steps/storage.ts';
import { storageStepVerdicts } from '../../fixtures/steps/data/storage-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-storage',
  title:
    'Classes, drivers, and attachments SHOULD change only where their stored form allows, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(storageSteps), storageStepVerdicts),
} satisfies Case;
