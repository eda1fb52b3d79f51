import t from 'tap';
import {
  inputValue,
  notation,
  type ReferenceResult,
  referenceResults,
  referenceVariables,
  usualInputs,
} from '../../fixtures/shared/expression/reference.fixture.ts';
import { Environment } from './environment.ts';
import { libraryTypes } from './library/named-types.ts';
import type { Range } from './cost/range.ts';
import { ExpressionError } from './syntax/issue.ts';
import { Failure } from './value/value.ts';
import { optionsOfVersion, servedVersion } from './versions.ts';

const environment = new Environment({
  ...optionsOfVersion(servedVersion, libraryTypes('maker')),
  variables: referenceVariables,
});

/** The sizes with which the reference evaluator estimated. */
const ten = { least: 0, most: 10 };
const twenty = { least: 0, most: 20 };
const sizes = new Map<string | undefined, Range>([
  ...['l', 'm', 'l2', 'any'].map((name) => [name, ten] as const),
  ...['s', 't', '@items', '@keys'].map((name) => [name, twenty] as const),
]);

/** The row that we have for an expression. */
function ours({ expr, inputs }: ReferenceResult): Partial<ReferenceResult> {
  try {
    const program = environment.program(expr, environment.check(expr).checked);
    const given = Object.entries(inputs ?? usualInputs).map(([name, value]) => [name, inputValue(value)] as const);
    const { value, cost } = program.evaluate(new Map(given));
    return value instanceof Failure ? { error: value.message } : { value: notation(value), cost };
  } catch (error) {
    if (error instanceof ExpressionError) return { compile: error.message };
    throw error;
  }
}

for (const file of ['libraries', 'random'] as const) {
  t.test(
    `Values, errors and costs are those of the reference evaluator: ${file} (CEL-013) (CEL-014) (CEL-015) (CEL-016) (CEL-018) (CEL-047) (CEL-048)`,
    (t) => {
      const rows = referenceResults(file);
      t.ok(rows.length > 200, `${rows.length} rows`);
      for (const row of rows) {
        const { compile, error, value, cost } = row;
        const wanted = compile === undefined ? (error === undefined ? { value, cost } : { error }) : { compile };
        t.strictSame(ours(row), wanted, row.expr);
      }
      t.end();
    },
  );
}

t.test('Costs are estimated as by the reference evaluator, so that the same rules may be written (CEL-046)', (t) => {
  const near = (left: number, right: number): boolean => Math.abs(left - right) <= 1e-9 * Math.max(left, right);
  let estimated = 0;
  for (const { expr, least, most } of [...referenceResults('libraries'), ...referenceResults('random')]) {
    if (least === undefined || most === undefined) continue;
    estimated += 1;
    const ours = environment.estimate(environment.check(expr), (path) => sizes.get(path.at(-1)));
    if (!near(ours.least, least) || !near(ours.most, most)) t.strictSame(ours, { least, most }, expr);
  }
  t.ok(estimated > 500, `${estimated} estimates`);
  t.end();
});

t.test('Versions have the functions that they have: stored expressions keep what newer ones may use', (t) => {
  const since = new Map([
    [27, "authorizer.path('/a').check('get').allowed()"],
    [28, "quantity('1').isInteger()"],
    [29, "sets.contains([1], [1]) && '%s'.format(['a']) == 'a'"],
    [30, "cidr('10.0.0.0/8').containsIP(ip('10.0.0.1'))"],
    [
      31,
      "format.named('uuid').hasValue() && authorizer.group('').resource('pods').labelSelector('a=b').check('get').allowed()",
    ],
    [32, '[1].all(i, v, v > i)'],
    [33, "isSemver('1.0.0')"],
    [34, '[1].distinct() == [1]'],
  ]);
  const named = libraryTypes('maker');
  for (const [version, expression] of since) {
    for (const minor of [version - 1, version]) {
      const at = new Environment({
        ...optionsOfVersion(minor, named),
        variables: new Map([['authorizer', named.Authorizer]]),
      });
      if (minor === version) t.doesNotThrow(() => at.check(expression), `1.${minor}: ${expression}`);
      else t.throws(() => at.check(expression), ExpressionError, `1.${minor}: ${expression}`);
    }
  }
  t.end();
});
