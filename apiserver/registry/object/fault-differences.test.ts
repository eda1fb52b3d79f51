import t from 'tap';
import type { FieldError } from '../../../shared/object/field-error.ts';
import {
  alsoDeclared,
  duplicateValue,
  invalidValue,
  negativeValue,
  required,
} from '../../../shared/object/field-error-message.ts';
import { faultDifferences } from './fault-differences.ts';

const negative = negativeValue('spec.replicas', -1);
const covered = alsoDeclared(negative);

const cases: readonly (readonly [
  title: string,
  handWritten: readonly FieldError[],
  declared: readonly FieldError[],
  found: readonly string[],
])[] = [
  ['neither finds anything', [], [], []],
  ['both find the same', [covered], [negative], []],
  ['the message and the value do not count', [covered], [{ ...negative, value: 7, detail: 'other' }], []],
  ['what is found by hand only is no difference when no rule covers it', [negative, required('spec.a')], [], []],
  ['a covered fault that no rule finds', [covered], [], ['by hand-written validation spec.replicas']],
  ['a fault that only a rule finds', [], [negative], ['by declared rules spec.replicas']],
  [
    'a fault that only a rule finds, beside an uncovered one',
    [negative],
    [negative],
    ['by declared rules spec.replicas'],
  ],
  [
    'another field',
    [covered],
    [{ ...negative, field: 'spec.other' }],
    ['by hand-written validation spec.replicas', 'by declared rules spec.other'],
  ],
  [
    'another rule',
    [covered],
    [{ ...negative, origin: 'other' }],
    ['by hand-written validation spec.replicas', 'by declared rules spec.replicas'],
  ],
  [
    'another type',
    [alsoDeclared(required('a'))],
    [duplicateValue('a', 1)],
    ['by hand-written validation a', 'by declared rules a'],
  ],
  [
    'an invalid value without the name of a rule',
    [alsoDeclared(invalidValue('a', 1, 'x'))],
    [invalidValue('a', 1, 'x')],
    ['by hand-written validation a', 'by declared rules a'],
  ],
  ['a missing value without the name of a rule', [alsoDeclared(required('a'))], [required('a')], []],
  ['a fault found twice by hand counts once', [covered, { ...covered }], [negative], []],
  ['one fault by hand stands for several declared ones', [covered], [negative, negative], []],
  [
    'two faults by hand need two declared ones',
    [covered, { ...covered, value: -2 }],
    [negative],
    ['by hand-written validation spec.replicas'],
  ],
];

for (const [title, handWritten, declared, found] of cases) {
  t.test(`compared: ${title} (DECLVAL-002)`, async (t) => {
    const differences = faultDifferences(handWritten, declared);
    t.strictSame(
      differences.map(({ found: by, fault }) => `${by} ${fault.field}`),
      found,
    );
  });
}
