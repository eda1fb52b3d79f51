import type { Case } from '../../contract/case.ts';
import {
  examplesOf,
  judgeExamples,
  judgeRules,
  listOf,
  type RuleExample,
  shortText,
  structOf,
  wholeNumber,
} from '../../fixtures/rule/rule-examples.ts';

const named = (name: string, escaped: string): readonly (readonly [string, unknown, unknown])[] => [
  [`self.${escaped} == 'x'`, { [name]: 'x' }, { [name]: 'y' }],
];

/** A name with each of the escaped parts. */
const mixed = 'a.b-c__d/e';
const plainNames = ['a__b', 'a__b__c', 'a.b', 'a.b.c', 'a-b', 'a-b.c-d', 'a/b', 'a/b/c', mixed];
const keywords = 'true false null in as break const continue else for function if import let loop package namespace'
  .concat(' return var void while')
  .split(' ');

const formatted = (format: string) => ({ type: 'string', format });

/** Examples on lists that their schema marks as sets, or as maps keyed by `k`. */
function markedLists(marker: (name: string) => string): readonly RuleExample[] {
  const set = { ...listOf(shortText), [marker('list-type')]: 'set' };
  const keyed = {
    ...listOf({ ...structOf({ k: shortText, v: wholeNumber }), required: ['k'] }),
    [marker('list-type')]: 'map',
    [marker('list-map-keys')]: ['k'],
  };
  const [one, two] = [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ];
  return [
    ...examplesOf(
      'CEL-031',
      set,
      ["self == ['a', 'b']", ['b', 'a'], ['b', 'c']],
      ["self == ['a', 'b']", ['a', 'b'], ['a']],
      ["self == ['a', 'b']", ['a', 'b'], ['a', 'b', 'c']],
      ["size(self + ['a']) == 2", ['a', 'b'], ['b', 'c']],
    ),
    ...examplesOf(
      'CEL-032',
      listOf(keyed),
      [
        'self[0] == self[1]',
        [
          [one, two],
          [two, one],
        ],
        [[one], [two]],
      ],
      ['self[0] == self[1]', [[one], [one]], [[one], [{ ...one, v: 9 }]]],
      [
        "(self[0] + self[1]).exists(e, e.k == 'a' && e.v == 9)",
        [[one, two], [{ ...one, v: 9 }]],
        [[{ ...one, v: 9 }], [one, two]],
      ],
      ['size(self[0] + self[1]) == 2', [[one, two], [{ ...one, v: 9 }]], [[one, two], [{ k: 'c' }]]],
    ),
  ];
}

export default {
  id: 'rules-see-typed-values',
  title: 'Rules of defined kinds MUST see each value with the type in its schema, under its escaped name.',
  requirements: [
    'CEL-022',
    'CEL-023',
    'CEL-024',
    'CEL-025',
    'CEL-026',
    'CEL-028',
    'CEL-029',
    'CEL-030',
    'CEL-031',
    'CEL-032',
    'CEL-033',
    'CEL-034',
    'CEL-035',
    'CEL-036',
    'CEL-037',
    'CEL-038',
    'CEL-039',
    'CEL-040',
    'CEL-041',
  ],
  needs: ['namespace'],
  async run(c) {
    const marker = (name: string): string => c.vendor.fill(`x-{maker}-${name}`);
    const either = { [marker('int-or-string')]: true, maxLength: 20 };
    const names = structOf(Object.fromEntries([...plainNames, ...keywords].map((name) => [name, shortText])));
    await judgeExamples(c, [
      ...examplesOf('CEL-022', names, ...named('a__b', 'a__underscores__b')),
      ...examplesOf('CEL-022', names, ...named('a__b__c', 'a__underscores__b__underscores__c')),
      ...examplesOf('CEL-023', names, ...named('a.b', 'a__dot__b')),
      ...examplesOf('CEL-023', names, ...named('a.b.c', 'a__dot__b__dot__c')),
      ...examplesOf('CEL-024', names, ...named('a-b', 'a__dash__b')),
      ...examplesOf('CEL-024', names, ...named('a-b.c-d', 'a__dash__b__dot__c__dash__d')),
      ...examplesOf('CEL-025', names, ...named('a/b', 'a__slash__b')),
      ...examplesOf('CEL-025', names, ...named('a/b/c', 'a__slash__b__slash__c')),
      ...['CEL-022', 'CEL-023', 'CEL-024', 'CEL-025'].flatMap((id) =>
        examplesOf(id, names, ...named(mixed, 'a__dot__b__dash__c__underscores__d__slash__e')),
      ),
      ...keywords.flatMap((word) => examplesOf('CEL-026', names, ...named(word, `__${word}__`))),
      ...examplesOf('CEL-028', structOf({ a: structOf({ b: shortText }) }), [
        "self.a.b == 'x'",
        { a: { b: 'x' } },
        { a: { b: 'y' } },
      ]),
      ...examplesOf('CEL-029', { type: 'object', maxProperties: 9, additionalProperties: shortText }, [
        "self['k'] == 'x'",
        { k: 'x' },
        { k: 'y' },
      ]),
      ...examplesOf('CEL-030', listOf(shortText), ["self[0] == 'x'", ['x', 'y'], ['y', 'x']]),
      ...markedLists(marker),
      ...examplesOf('CEL-033', { type: 'boolean' }, ['!self', false, true]),
      ...examplesOf(
        'CEL-034',
        { type: 'number' },
        ['self < 1.5', 1.25, 1.75],
        ['type(self) == double && self == 1.0', 1, 2],
      ),
      // The product overflows an integer; a double would hold it.
      ...examplesOf(
        'CEL-035',
        wholeNumber,
        ['self * 4611686018427387904 > 0', 1, 2],
        ['self == 9007199254740993', 9007199254740993n, 9007199254740992n],
        ['self == 9223372036854775807', 9223372036854775807n, 9223372036854775806n],
      ),
      ...examplesOf('CEL-036', shortText, ["self == 'x'", 'x', 'y']),
      ...examplesOf('CEL-037', formatted('byte'), ['size(self) == 2', 'aGk=', 'aGlp']),
      // The statement's `datetime` is this format.
      ...examplesOf('CEL-038', formatted('date-time'), [
        "self < timestamp('2020-01-01T00:00:00Z')",
        '2019-12-31T00:00:00Z',
        '2020-01-02T00:00:00Z',
      ]),
      ...examplesOf('CEL-038', formatted('date'), ['self.getFullYear() == 2020', '2020-06-01', '2021-06-01']),
      ...examplesOf('CEL-039', formatted('duration'), ["self < duration('1h')", '59m', '61m']),
      ...examplesOf(
        'CEL-040',
        either,
        ["type(self) == int ? self < 10 : self == 'x'", 5, 20],
        ["type(self) == string ? self == 'x' : self < 10", 'x', 'y'],
      ),
      ...examplesOf('CEL-041', structOf({ s: shortText, p: either }), [
        "self.s == 'x' && self.p == 1",
        { s: 'x', p: 1 },
        { s: 'x', p: '1' },
      ]),
    ]);
    // What has a type is checked, beside what has none.
    await judgeRules(c, { s: shortText, p: either }, [
      "self.s == 'x' && self.p == 1",
      [['CEL-041', ['self.s == 1 && self.p == 1', "self.p == 1 && self.s.size() == 'x'", 'self.t == self.p']]],
    ]);
  },
} satisfies Case;
