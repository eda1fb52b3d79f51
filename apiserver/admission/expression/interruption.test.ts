// Expressions that go on for too long: they end when their request does, and what would cost too much is not begun.

import t from 'tap';
import { Environment } from '../../../shared/expression/environment.ts';
import { EvaluationAborted } from '../../../shared/expression/evaluate/frame.ts';
import { libraryTypes } from '../../../shared/expression/library/named-types.ts';
import { types } from '../../../shared/expression/type/type.ts';
import { Failure, List, type Value } from '../../../shared/expression/value/value.ts';
import { optionsOfVersion, servedVersion } from '../../../shared/expression/versions.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { interruptedBy, onceDecided } from './authorizing.ts';
import { compileExpression, CostBudget, evaluateExpression } from './compiled-expression.ts';

/** Objects, and how often one of them was asked for. */
class CountedList extends List {
  readonly size: number;
  asked = 0;

  constructor(size: number) {
    super();
    this.size = size;
  }

  at(): Value {
    this.asked += 1;
    return null;
  }
}

const environment = new Environment({
  ...optionsOfVersion(servedVersion, libraryTypes('x')),
  variables: new Map([['list', types.dyn]]),
});

function run(source: string, list: List, interrupted: () => boolean = () => false): Value {
  const program = compileExpression(environment, source);
  t.equal(program.fault, undefined);
  return evaluateExpression(program, new Map([['list', list]]), new CostBudget(10_000_000), interrupted);
}

t.test('an evaluation ends soon after its request, wherever it is (CEL-047)', async (t) => {
  for (const source of ['list.all(x, true)', 'list.map(x, 1).size() == 0', 'lists.range(100000).all(x, true)']) {
    const list = new CountedList(100_000);
    let looks = 0;
    const third = (): boolean => {
      looks += 1;
      return looks === 3;
    };
    t.throws(() => run(source, list, third), EvaluationAborted, source);
    t.equal(looks, 3);
    t.ok(list.asked < 1000, `${list.asked} items`);
  }
});

t.test('a request past its deadline gets 504, with any failure policy (CEL-047)', async (t) => {
  const { signal } = new AbortController();
  const late = { signal, overdue: true };
  const evaluate = () => run('list.all(x, true)', new CountedList(1000), interruptedBy(late));
  const refused: unknown = await onceDecided(late, evaluate).catch((error: unknown) => error);
  t.ok(refused instanceof StatusError);
  t.equal((refused as StatusError).code, 504);
  const inTime = { signal };
  t.equal(
    await onceDecided(inTime, () => run('list.all(x, true)', new CountedList(1000), interruptedBy(inTime))),
    true,
  );
});

t.test('a call that costs more than may be spent is not begun (CEL-046)', async (t) => {
  for (const source of ['list.distinct()', 'sets.contains(list, list)', 'sets.equivalent(list, list)']) {
    const list = new CountedList(20_000);
    t.match(
      run(source, list),
      new Failure(`expression '${source}' resulted in error: operation cancelled: actual cost limit exceeded`),
    );
    t.ok(list.asked < 10, `${source}: ${list.asked} items`);
  }
});
