import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { nodeSteps } from '../../fixtures/steps/nodes.ts';
import { nodeStepVerdicts } from '../../fixtures/steps/data/node-step-verdicts.ts';
import { judgeSteps } from '../../fixtures/steps/step-table.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'steps-of-nodes',
  title: 'Identity and ranges of a node SHOULD be set once, and errors SHOULD name why.',
  requirements: ['ERR-020U', 'DRY-006'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, judgeSteps(nodeSteps), nodeStepVerdicts),
} satisfies Case;
