import t from 'tap';
import { loadSchemas } from '../../schema/builtin.ts';
import type { ListSchema } from '../../schema/schema.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { fieldSet, pathsOf } from '../field/field-set.ts';
import { reconcile } from './reconcile.ts';
import { deduced, isOpen, sameJson } from './typed-value.ts';

const schemas = loadSchemas(vendorOf('orch'));
const pod = schemas.type('core/v1.Pod');
if (pod === undefined) throw new TypeError('no schema');

t.test('whole numbers of any size are equal to themselves, and to nothing else', (t) => {
  t.ok(sameJson(5n, 5));
  t.ok(sameJson(5, 5n));
  t.ok(sameJson(2n ** 60n, 2n ** 60n));
  for (const other of [6, '5', [5], null, undefined, true]) {
    t.notOk(sameJson(5n, other), String(other));
    t.notOk(sameJson(other, 5n), String(other));
  }
  t.end();
});

t.test('any key may stand in maps and in what no schema knows, and nowhere else', (t) => {
  const list: ListSchema = { type: 'list', items: deduced, listType: 'atomic', keys: [] };
  t.ok(isOpen({ type: 'map', values: deduced, mapType: 'granular' }));
  t.ok(isOpen(deduced));
  t.notOk(isOpen(list));
  t.notOk(isOpen({ type: 'string' }));
  t.notOk(isOpen(pod));
  t.end();
});

t.test('parts of what is owned as a whole become one field: lists, maps and structs', (t) => {
  const paths = (...given: string[]): string[] =>
    pathsOf(reconcile(fieldSet(...given.map((path) => path.split('.'))), pod)).map((path) => path.join('.'));
  t.strictSame(paths('f:spec.f:nodeSelector.f:a', 'f:spec.f:nodeName'), ['f:spec.f:nodeName', 'f:spec.f:nodeSelector']);
  t.strictSame(paths('f:spec.f:tolerations.i:0'), ['f:spec.f:tolerations']);
  const reference = 'f:spec.f:containers.k:{"name":"c"}.f:env.k:{"name":"E"}.f:valueFrom.f:fieldRef';
  t.strictSame(paths(`${reference}.f:fieldPath`), [reference]);
  t.strictSame(paths('f:metadata.f:labels.f:a'), ['f:metadata.f:labels.f:a'], 'what is granular stays as it is');
  t.end();
});
