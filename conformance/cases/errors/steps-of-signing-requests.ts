import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { signingRequestSteps } from '../../fixtures/steps/signing-requests.ts';
import { signingRequestStepVerdicts } from '../../fixtures/steps/data/signing-request-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-signing-requests',
  title:
    'A decision about a signing request and its certificate SHOULD stay as they were stored, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006', 'REMOVED-071', 'REMOVED-072', 'REMOVED-073'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(signingRequestSteps), signingRequestStepVerdicts),
} satisfies Case;
