import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { deviceStepVerdicts } from '../../fixtures/steps/data/device-step-verdicts.ts';
import { deviceSteps } from '../../fixtures/steps/claims-of-devices.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-device-claims',
  title: 'An update of a claim of devices SHOULD be refused exactly where what it asks for or got does not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(deviceSteps), deviceStepVerdicts),
} satisfies Case;
