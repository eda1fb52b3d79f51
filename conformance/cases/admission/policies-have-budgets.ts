import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'policies-have-budgets',
  title:
    'A write MUST be refused when the expressions of a policy cost too much together, though each of them could be paid.',
  requirements: ['ERR-034'],
  needs: ['namespace'],
  async run(c) {
    // A search costs the product of both lengths, however quick it is. Different by a number: no expression is taken twice.
    const validations = Array.from({ length: 40 }, (_, index) => ({
      expression: `!object.data.text.contains('${'b'.repeat(600)}${index}')`,
    }));
    const { collection } = c.resource('v1', 'configmaps');
    const post = (length: number) =>
      c.wire.post(`${collection}?dryRun=All`, configMap('judged', { text: 'a'.repeat(length) }));
    const binding = { validationActions: ['Deny'] };
    const few = [...validations.slice(0, 2), { expression: '!has(object.data.no)' }];
    // Two such expressions can be paid, once the policy judges.
    await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy: { validations: few }, binding }, async () => {
      await c.eventually(async () => {
        const judged = await c.wire.post(`${collection}?dryRun=All`, configMap('judged', { text: 'a', no: '1' }));
        expectFailure(judged, 422, 'Invalid');
      }, soon);
      const probe = await post(100_000);
      expectCreated(probe);
    });
    await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy: { validations }, binding }, async () => {
      await c.eventually(async () => {
        const refused = await post(100_000);
        expectFailure(refused, 422, 'Invalid');
        expectPattern(refused, 'message', /running out of cost budget/);
      }, soon);
      expectCreated(await post(5_000));
    });
  },
} satisfies Case;
