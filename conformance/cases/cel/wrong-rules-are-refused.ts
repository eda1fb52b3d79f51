import type { Case } from '../../contract/case.ts';
import { wrongRules } from '../../fixtures/rule/data/wrong-rules.ts';
import { judgeRules, shortText, wholeNumber } from '../../fixtures/rule/rule-examples.ts';
import { judgeWrongRules } from '../../fixtures/rule/rule-facts.ts';

const words = { type: 'array', items: { type: 'string' } };

export default {
  id: 'wrong-rules-are-refused',
  title:
    'A definition MUST be refused when a rule has a type error, an unknown name or a worst-case cost above the limit.',
  requirements: ['CEL-006', 'CEL-007', 'CEL-010', 'CEL-012', 'CEL-027', 'CEL-042', 'CEL-046'],
  async run(c) {
    await judgeWrongRules(c, wrongRules);
    await judgeRules(c, { s: shortText, n: wholeNumber, l: words }, [
      "self.n > 1 && self.s == 'x' && self.l.all(x, x != 'y')",
      [['CEL-046', ['self.l.all(x, self.l.all(y, self.l.exists(z, x + y == z)))']]],
    ]);
  },
} satisfies Case;
