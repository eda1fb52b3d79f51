import t from 'tap';
import { loadSchemas } from '../../schema/builtin.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { pathsOf } from '../field/field-set.ts';
import { describePath } from '../field/path-element.ts';
import { fieldsAppliedBefore } from './last-applied.ts';

const pod = loadSchemas(vendorOf('orch')).type('core/v1.Pod');
if (pod === undefined) throw new TypeError('no schema');

t.test('fields of the last-applied annotation are owned if the object still has them', async (t) => {
  const value = { apiVersion: 'v1', spec: { nodeName: 'n', hostname: 'changed' } };
  const live = { value, schema: pod, apiVersion: 'v1' };
  const before = { apiVersion: 'v1', spec: { nodeName: 'n', hostname: 'was', subdomain: 'gone' } };
  const fields = fieldsAppliedBefore(live, before);
  t.strictSame(fields && pathsOf(fields).map(describePath), ['.apiVersion', '.spec.nodeName']);
  for (const useless of [{}, { apiVersion: 'v2' }, { apiVersion: 'v1', spec: { x: 1 } }]) {
    t.equal(fieldsAppliedBefore(live, useless), undefined);
  }
});
