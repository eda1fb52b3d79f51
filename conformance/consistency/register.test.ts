import t from 'tap';
import { type Deed, linearize, type Operation } from './register.ts';

const during = (began: number, ended: number, deed: Deed): Operation => ({ began, ended, deed });
const outcome = (...operations: readonly Operation[]) => linearize('0', operations).outcome;

t.test('sequential operations have one order', async (t) => {
  const write = during(0, 1, { kind: 'guarded', over: '0', version: '1' });
  t.equal(outcome(write, during(2, 3, { kind: 'read', version: '1' })), 'linearizable');
  t.equal(outcome(write, during(2, 3, { kind: 'read', version: '0' })), 'impossible');
  t.equal(outcome(write, during(2, 3, { kind: 'conflict', over: '0' })), 'linearizable');
  t.equal(outcome(write, during(2, 3, { kind: 'conflict', over: '1' })), 'impossible');
  t.equal(outcome(write, during(2, 3, { kind: 'guarded', over: '0', version: '2' })), 'impossible');
});

t.test('overlapping operations may have any order, but one for all', async (t) => {
  const writes = [during(0, 9, { kind: 'write', version: '1' }), during(0, 9, { kind: 'write', version: '2' })];
  const reads = (...versions: readonly string[]) =>
    versions.map((version, index) => during(10 + index * 2, 11 + index * 2, { kind: 'read', version }));
  t.equal(outcome(...writes, ...reads('1', '1')), 'linearizable');
  t.equal(outcome(...writes, ...reads('2')), 'linearizable');
  t.equal(outcome(...writes, ...reads('1', '2')), 'impossible');
  t.equal(outcome(...writes, ...reads('0')), 'impossible');
});

t.test('two guarded writes of one version cannot both succeed', async (t) => {
  const first = during(0, 9, { kind: 'guarded', over: '0', version: '1' });
  t.equal(outcome(first, during(0, 9, { kind: 'guarded', over: '0', version: '2' })), 'impossible');
  t.equal(outcome(first, during(0, 9, { kind: 'guarded', over: '1', version: '2' })), 'linearizable');
  t.equal(outcome(first, during(0, 9, { kind: 'conflict', over: '0' })), 'linearizable');
});

t.test('a write without a response may have taken effect, later or never', async (t) => {
  const lost = during(0, Infinity, { kind: 'unknown', over: '0' });
  t.equal(outcome(lost, during(5, 6, { kind: 'read', version: '0' })), 'linearizable');
  t.equal(outcome(lost, during(5, 6, { kind: 'read', version: '7' })), 'linearizable');
  const both = [during(5, 6, { kind: 'read', version: '0' }), during(7, 8, { kind: 'read', version: '7' })];
  t.equal(outcome(lost, ...both), 'linearizable');
  t.equal(outcome(lost, ...both, during(9, 10, { kind: 'read', version: '0' })), 'impossible');
});

t.test('operations that fit into no order are reported', async (t) => {
  const stale = during(4, 5, { kind: 'read', version: '0' });
  const verdict = linearize('0', [during(0, 1, { kind: 'write', version: '1' }), stale]);
  t.strictSame(verdict, { outcome: 'impossible', stuck: [stale] });
});

t.test('hundreds of operations of eight clients are checked quickly', async (t) => {
  const operations: Operation[] = [];
  for (let round = 0; round < 100; round += 1) {
    operations.push(during(round * 10, round * 10 + 9, { kind: 'write', version: `${round}` }));
    for (let client = 0; client < 7; client += 1) {
      const version = client % 2 === 0 || round === 0 ? `${round}` : `${round - 1}`;
      operations.push(during(round * 10 + client / 10, round * 10 + 9, { kind: 'read', version }));
    }
  }
  t.equal(linearize('0', operations).outcome, 'linearizable');
});
