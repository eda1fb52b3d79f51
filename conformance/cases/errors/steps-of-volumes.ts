import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { volumeSteps } from '../../fixtures/steps/volumes.ts';
import { volumeStepVerdicts } from '../../fixtures/steps/data/volume-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-volumes',
  title:
    'Where a volume is SHOULD stay as it was stored, its attributes SHOULD NOT be taken away, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(volumeSteps), volumeStepVerdicts),
} satisfies Case;
