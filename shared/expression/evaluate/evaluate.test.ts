import fc from 'fast-check';
import t from 'tap';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';
import { Environment } from '../environment.ts';
import { crossTypeComparisons } from '../library/operators.ts';
import { optionalLibrary } from '../library/optionals.ts';
import { ExpressionError } from '../syntax/issue.ts';
import { listType, mapType, types } from '../type/type.ts';
import { ArrayList, EntryMap, Failure, integer, type Value } from '../value/value.ts';
import { EvaluationAborted } from './frame.ts';

const environment = new Environment({
  libraries: [crossTypeComparisons, optionalLibrary],
  variables: new Map([
    ['x', types.int],
    ['y', types.int],
    ['any', types.dyn],
    ['list', listType(types.int)],
    ['map', mapType(types.string, types.int)],
  ]),
});

function evaluate(source: string, values: Readonly<Record<string, Value>> = {}, limit?: number) {
  const program = environment.program(source, environment.check(source).checked);
  return program.evaluate(new Map(Object.entries(values)), limit === undefined ? {} : { limit });
}

function faultOf(source: string): string {
  try {
    evaluate(source);
    return 'none';
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

const most = 2n ** 63n - 1n;

t.test('Arithmetic of integers is exact, and overflow is an error (CEL-035)', (t) => {
  const edge = fc.constantFrom(
    0n,
    1n,
    -1n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n),
    most,
    -most - 1n,
    2n ** 31n,
    2n ** 32n,
  );
  const number = fc.oneof(edge, fc.bigInt({ min: -most - 1n, max: most }), fc.bigInt({ min: -1000n, max: 1000n }));
  const exact = new Map<string, (left: bigint, right: bigint) => bigint | undefined>([
    ['+', (left, right) => left + right],
    ['-', (left, right) => left - right],
    ['*', (left, right) => left * right],
    ['/', (left, right) => (right === 0n ? undefined : left / right)],
    ['%', (left, right) => (right === 0n || (left === -most - 1n && right === -1n) ? undefined : left % right)],
  ]);
  const programs = new Map(
    [...exact.keys()].map((sign) => [sign, environment.program('', environment.check(`x ${sign} y`).checked)]),
  );
  explore(
    fc.property(number, number, fc.constantFrom(...exact.keys()), (left, right, sign) => {
      const wanted = exact.get(sign)?.(left, right);
      const inputs = new Map<string, Value>([
        ['x', integer(left)],
        ['y', integer(right)],
      ]);
      const value = programs.get(sign)?.evaluate(inputs).value;
      if (wanted === undefined || wanted > most || wanted < -most - 1n) return value instanceof Failure;
      return (
        (typeof value === 'number' || typeof value === 'bigint') &&
        BigInt(value) === wanted &&
        typeof value === typeof integer(wanted)
      );
    }),
    { numRuns: 3_000 },
  );
  t.strictSame(evaluate('x == 9007199254740993', { x: 9007199254740993n }).value, true);
  t.end();
});

t.test('Types are checked before anything runs (CEL-006) (CEL-007) (CEL-042)', (t) => {
  t.match(faultOf('other > 1'), /^ERROR: <input>:1:1: undeclared reference to 'other' \(in container ''\)/);
  t.match(faultOf("x + 'a'"), /1:3: found no matching overload for '_\+_' applied to '\(int, string\)'/);
  t.match(
    faultOf("list.contains('a')"),
    /1:14: found no matching overload for 'contains' applied to 'list\(int\)\.\(string\)'/,
  );
  t.match(faultOf('x.field'), /1:2: type 'int' does not support field selection/);
  t.match(faultOf('x.all(e, true)'), /expression of type 'int' cannot be range of a comprehension/);
  t.match(faultOf('x && true'), /expected type 'bool' but found 'int'/);
  t.match(
    faultOf("duration('1x')"),
    /1:10: invalid duration argument/,
    'constants are converted when the expression is compiled',
  );
  t.match(faultOf("'a'.matches('(')"), /1:13: invalid matches argument/, 'patterns too (CEL-012)');
  t.end();
});

t.test('Literals of several types are refused where the environment says so (CEL-010)', (t) => {
  const strict = new Environment({ libraries: [], variables: new Map(), homogeneousLiterals: true });
  t.throws(() => strict.check("[1, 'a']"), /1:5: expected type 'int' but found 'string'/);
  t.throws(() => strict.check("{'a': 1, 'b': true}"), /expected type 'int' but found 'bool'/);
  t.equal(strict.check('[1, 2]').type.toString(), 'list(int)');
  t.equal(environment.check("[1, 'a']").type.toString(), 'list(dyn)');
  t.end();
});

t.test('Numbers of different types compare where the environment says so (CEL-020)', (t) => {
  t.strictSame(evaluate('1 < 1.5 && 2u > 1').value, true);
  const strict = new Environment({ libraries: [], variables: new Map() });
  t.throws(() => strict.check('1 < 1.5'), /no matching overload/);
  t.end();
});

t.test('A missing key is an error unless it is asked for with has() (CEL-044) (CEL-054)', (t) => {
  const map = new EntryMap(new Map([['a', ['a', 1] as const]]));
  t.match(evaluate('any.b > 1', { any: map }).value, { message: 'no such key: b' });
  t.strictSame(evaluate('has(any.b)', { any: map }).value, false);
  t.strictSame(evaluate('has(any.a) && any.a == 1', { any: map }).value, true);
  t.strictSame(evaluate('any.b > 1 || true', { any: map }).value, true, 'an error that does not decide is none');
  t.match(evaluate('list[2]', { list: new ArrayList([1]) }).value, { message: 'index out of bounds: 2' });
  t.end();
});

t.test('An evaluation that costs more than its budget ends (CEL-045) (CEL-049)', (t) => {
  const list = new ArrayList(Array.from({ length: 1000 }, (_, at) => at));
  const source = 'list.all(a, list.all(b, a + b >= 0))';
  const { value, cost } = evaluate(source, { list });
  t.strictSame(value, true);
  t.ok(cost > 5_000_000, `it costs ${cost}`);
  t.strictSame(evaluate(source, { list }, cost).value, true, 'the budget itself may be used up');
  t.throws(() => evaluate(source, { list }, cost - 1), /actual cost limit exceeded/);
  t.throws(() => evaluate(`${source} || true`, { list }, 1000), EvaluationAborted, 'no operator absorbs it');
  const program = environment.program(source, environment.check(source).checked);
  t.throws(() => program.evaluate(new Map([['list', list]]), { interrupted: () => true }), /interrupted/);
  t.end();
});

t.test('Regular expressions take linear time (CEL-015)', (t) => {
  const text = 'a'.repeat(50_000);
  t.strictSame(evaluate(`any.matches('^(a+)+$b')`, { any: text }).value, false);
  t.strictSame(evaluate(`'${'a'.repeat(30)}!'.matches(any)`, { any: '^(a|aa)+$' }).value, false);
  t.match(evaluate(`'a'.matches(any)`, { any: '(?=a)' }).value, Failure, 'look-ahead is no part of the syntax');
  t.end();
});
