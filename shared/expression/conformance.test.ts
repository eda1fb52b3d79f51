import t from 'tap';
import {
  type ConformanceCase,
  conformanceCases,
  typeOfWritten,
  valueOf,
} from '../../fixtures/shared/expression/conformance.fixture.ts';
import type { Library } from './declare/function.ts';
import { Environment } from './environment.ts';
import { crossTypeComparisons } from './library/operators.ts';
import { optionalLibrary } from './library/optionals.ts';
import { stringFormatLibrary, stringLibrary, stringReverseLibrary } from './library/strings.ts';
import { twoVariableLibrary } from './library/two-variables.ts';
import { ExpressionError } from './syntax/issue.ts';
import type { Type } from './type/type.ts';
import { equal } from './value/compare.ts';
import { Double, Failure, itemsOf, List, Mapping, Optional, typeOf, type Value } from './value/value.ts';

/** The environments have version 2 of the extension for strings; these cases are about version 4. */
const laterFormat = [
  'scientific notation formatting clause',
  'default precision for scientific notation',
  'NaN support for scientific notation',
  'NaN support for decimal',
  'positive infinity support for decimal',
  'negative infinity support for decimal',
  'positive infinity support for scientific notation',
  'negative infinity support for scientific notation',
  'positive infinity support for fixed-point',
  'negative infinity support for fixed-point',
  'list support for string',
  'map support for string',
  'map support (all key types)',
  'dyntype support for scientific notation',
  'dyntype NaN/infinity support',
  'dyntype support for lists',
  'dyntype support for maps',
  'scientific notation formatting clause in a string variable',
];

/** Cases that do not hold here, and why. */
const exceptions = new Map<string, string>([
  ...laterFormat.map((name) => [`string_ext/format/${name}`, 'as version 2 of the extension writes it'] as const),
  [
    'type_deduction/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate',
    'the reference evaluator gives the literal the type of its last item, null',
  ],
  [
    'timestamps/duration_converters/get_milliseconds',
    'the reference evaluator gives all milliseconds, not those of the last second',
  ],
  ['fields/qualified_identifier_resolution/map_value_repeat_key', 'in the reference evaluator the last entry counts'],
  [
    'fields/qualified_identifier_resolution/map_value_repeat_key_heterogeneous',
    'in the reference evaluator the last entry counts',
  ],
  ...['map_present_key_invalid_field', 'map_null_entry_no_such_key'].map(
    (name) =>
      [
        `optionals/optionals/${name}`,
        'in the environments a value without parts has nothing, behind an optional step',
      ] as const,
  ),
  ['string_ext/value_errors/indexof_out_of_range', 'the reference evaluator gives -1 behind the end'],
  ['string_ext/value_errors/lastindexof_out_of_range', 'the reference evaluator gives -1 behind the end'],
]);

const libraries = [
  crossTypeComparisons,
  optionalLibrary,
  stringLibrary,
  stringFormatLibrary,
  stringReverseLibrary,
  twoVariableLibrary,
];

for (const [file, cases] of conformanceCases()) {
  t.test(`Conformance cases of the language hold: ${file} (CEL-008) (CEL-009)`, (t) => {
    for (const each of cases) {
      const name = `${file}/${each.name}`;
      const fault = faultOf(each);
      if (exceptions.has(name)) t.not(fault, undefined, `${name} is an exception no more`);
      else if (fault !== undefined) t.fail(`${name}: ${each.expr}: ${fault}`);
    }
    t.ok(cases.length > 0, `${cases.length} cases`);
    t.end();
  });
}

/** What is wrong with the outcome of a case; undefined when nothing is. */
function faultOf(each: ConformanceCase): string | undefined {
  const environment = environmentOf(each);
  let outcome: Value;
  try {
    const checked = each.disableCheck === true ? environment.parse(each.expr) : environment.check(each.expr).checked;
    const expectedType = each.typedResult?.deducedType;
    if (expectedType !== undefined) {
      const type = checked.types.get(checked.root);
      const wanted = typeOfWritten(expectedType);
      if (String(type) !== String(wanted)) return `type ${String(type)} instead of ${String(wanted)}`;
    }
    if (each.checkOnly === true) return undefined;
    const bindings = Object.entries(each.bindings ?? {}).map(([key, { value }]) => [key, valueOf(value)] as const);
    outcome = environment.program(each.expr, checked).evaluate(new Map(bindings)).value;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return each.evalError === undefined ? error.message : undefined;
  }
  if (each.evalError !== undefined) return outcome instanceof Failure ? undefined : `${shown(outcome)} is no error`;
  const wanted = each.value ?? each.typedResult?.result;
  const expected = wanted === undefined ? true : valueOf(wanted);
  return identical(outcome, expected) ? undefined : `${shown(outcome)} instead of ${shown(expected)}`;
}

function environmentOf({ container, typeEnv }: ConformanceCase): Environment {
  const variables = new Map<string, Type>();
  const functions: Library['functions'][number][] = [];
  for (const { name, ident, function: declared } of typeEnv ?? []) {
    if (ident !== undefined) variables.set(name, typeOfWritten(ident.type));
    for (const { overloadId, params = [], resultType } of declared?.overloads ?? []) {
      functions.push({
        id: overloadId,
        name,
        member: false,
        parameters: params.map(typeOfWritten),
        result: typeOfWritten(resultType),
        call: () => new Failure('declared only'),
      });
    }
  }
  return new Environment({
    libraries: [...libraries, { functions }],
    variables,
    quotedNames: true,
    ...(container === undefined ? {} : { container }),
  });
}

/** Equal, and of the same types all the way down. */
function identical(left: Value, right: Value): boolean {
  if (left instanceof Double && right instanceof Double) return Object.is(left.value + 0, right.value + 0);
  if (typeOf(left).name !== typeOf(right).name) return false;
  if (left instanceof List && right instanceof List) {
    const others = [...itemsOf(right)];
    return left.size === right.size && [...itemsOf(left)].every((item, at) => identical(item, others[at] ?? null));
  }
  if (left instanceof Mapping && right instanceof Mapping) return equal(left, right);
  return equal(left, right);
}

function shown(value: Value): string {
  if (value instanceof Failure) return `error: ${value.message}`;
  if (value instanceof List) return `[${[...itemsOf(value)].map(shown).join(', ')}]`;
  if (value instanceof Mapping) return `{${[...value.entries()].map((pair) => pair.map(shown).join(': ')).join(', ')}}`;
  if (value instanceof Optional) return `optional(${value.value === undefined ? '' : shown(value.value)})`;
  if (value instanceof Double) return `double ${value.value}`;
  return typeof value === 'object'
    ? JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
    : `${typeof value} ${value}`;
}
