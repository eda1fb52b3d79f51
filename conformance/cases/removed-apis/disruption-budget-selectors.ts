import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'disruption-budget-selectors',
  title: 'A disruption budget of policy v1 MUST distinguish an empty selector from an absent one.',
  requirements: ['REMOVED-027', 'REMOVED-028'],
  needs: ['namespace'],
  async run(c) {
    const budgets = c.resource('policy/v1', 'poddisruptionbudgets');
    const budget = (name: string, more: object) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable: 1, ...more },
    });
    expectField(await createObject(c, budgets.collection, budget('all', { selector: {} })), 'spec.selector', {});
    expectAbsent(await createObject(c, budgets.collection, budget('none', {})), 'spec.selector');
  },
} satisfies Case;
