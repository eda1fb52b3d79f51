import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { defineKind, definitionOf } from '../../fixtures/created-objects.ts';

export default {
  id: 'rules-have-budgets',
  title: 'A rule, and all rules of one object together, MUST fail with an error when they cost too much.',
  requirements: ['CEL-045', 'CEL-050'],
  needs: ['namespace'],
  async run(c) {
    const rules = c.vendor.fill('x-{maker}-validations');
    // The estimate of the worst case stays below the limit; the real cost exceeds the runtime budget.
    const words = { type: 'array', maxItems: 900, items: { type: 'string', maxLength: 10 } };
    const rule = { rule: 'self.all(x, self.all(y, size(x) > 0 && size(y) > 0))' };
    const one = { ...words, [rules]: [rule] };
    const many = { ...words, maxItems: 400, [rules]: Array.from({ length: 30 }, () => rule) };
    const definition = definitionOf(c, { one, many });
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const write = (value: object) =>
      c.wire.post(`${things.collection}?dryRun=All`, {
        apiVersion: 'conformance.example/v1',
        kind,
        metadata: { name: 'a' },
        ...value,
      });
    const texts = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
    await c.holds('CEL-045', async () => {
      expectCreated(await write({ one: texts(300) }));
      expectFailure(await write({ one: texts(900) }), 422, 'Invalid');
    });
    await c.holds('CEL-050', async () => {
      expectCreated(await write({ many: texts(50) }));
      // One such rule passes on the same words, as seen above.
      expectFailure(await write({ many: texts(300) }), 422, 'Invalid');
    });
  },
} satisfies Case;
