import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { mutationRunVerdicts } from '../../fixtures/rule/data/mutation-run-verdicts.ts';
import { judgeMutationRuns } from '../../fixtures/recorded/mutation-run-table.ts';

export default {
  id: 'mutations-as-recorded',
  title: 'Mutations of lists, maps and structs by policies SHOULD change objects, or fail, as recorded.',
  requirements: ['CEL-003', 'CEL-045'],
  needs: ['namespace'],
  launch: {
    server: [
      '--feature-gates=MutatingAdmissionPolicy=true',
      '--runtime-config=admissionregistration.{api}/v1beta1=true',
    ],
  },
  run: (c) => expectRows(c, judgeMutationRuns, mutationRunVerdicts),
} satisfies Case;
