import type { Case } from '../../contract/case.ts';
import { judgeRules, shortText, wholeNumber } from '../../fixtures/rule/rule-examples.ts';

const words = { type: 'array', items: { type: 'string' } };

/** Invalid rules, grouped by the requirement that they violate. */
const wrong: readonly (readonly [id: string, rules: readonly string[]])[] = [
  ['CEL-006', ['self.s', 'self.n + 1']],
  ['CEL-007', ["claims.sub == 'x'", "request.name == 'x'", 'authorizer == null']],
  ['CEL-010', ["[1, 'a'] == [1]", "{'a': 1, 'b': 'c'} == {'a': 1}"]],
  ['CEL-012', ["self.s.matches('(')"]],
  ['CEL-027', ["self.a$ == 'x'", "self['1a'] == 'x'", 'has(self.a$)']],
  ['CEL-042', ['self.none == 1', "self.n == 'x'", 'size(self.n) > 1']],
  ['CEL-046', ['self.l.all(x, self.l.all(y, self.l.exists(z, x + y == z)))']],
];

export default {
  id: 'wrong-rules-are-refused',
  title:
    'A definition MUST be refused when a rule has a type error, an unknown name or a worst-case cost above the limit.',
  requirements: ['CEL-006', 'CEL-007', 'CEL-010', 'CEL-012', 'CEL-027', 'CEL-042', 'CEL-046'],
  run: (c) =>
    judgeRules(c, { s: shortText, n: wholeNumber, l: words, a$: shortText, '1a': shortText }, [
      "self.n > 1 && self.s == 'x' && self.l.all(x, x != 'y')",
      wrong,
    ]),
} satisfies Case;
