import t from 'tap';
import { finalizerWarnings } from './finalizer-warnings.ts';

const object = (...finalizers: string[]) => ({ apiVersion: 'e.com/v1', kind: 'X', metadata: { finalizers } });
const advice = 'to avoid accidental conflicts with other finalizer writers';

t.test('finalizers that say not whose they are get a warning, once', (t) => {
  t.strictSame(finalizerWarnings('maker', object('foo', 'e.com/x', 'maker', 'orphan', 'foo', 'e.com'), undefined), [
    `metadata.finalizers: "e.com": prefer a domain-qualified finalizer name including a path (/) ${advice}`,
    `metadata.finalizers: "foo": prefer a domain-qualified finalizer name ${advice}`,
  ]);
  t.strictSame(finalizerWarnings('maker', object('foo'), object('foo')), []);
  t.strictSame(finalizerWarnings('maker', object('bar'), object('foo')).length, 1);
  t.end();
});
