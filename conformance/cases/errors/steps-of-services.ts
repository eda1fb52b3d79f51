import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { serviceStepVerdicts } from '../../fixtures/steps/data/service-step-verdicts.ts';
import { serviceSteps } from '../../fixtures/steps/services.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-services',
  title:
    'An update of a service SHOULD be refused exactly where its type, its addresses, or its ports do not allow it.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(serviceSteps), serviceStepVerdicts),
} satisfies Case;
