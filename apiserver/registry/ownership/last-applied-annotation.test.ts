import t from 'tap';
import { pathsOf } from '../../../shared/apply/field/field-set.ts';
import { describePath } from '../../../shared/apply/field/path-element.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { appliedByClient } from './last-applied-annotation.ts';

const vendor = vendorOf('orch');
const schema = loadSchemas(vendor).type('apiextensions.{api}/v1.CustomResourceDefinition');
if (schema === undefined) throw new TypeError('no schema');
const annotation = vendor.fill('kubectl.{label}/last-applied-configuration');

const applied = (text: string, manager = 'kubectl'): string[] | undefined => {
  const value = { metadata: { annotations: { [annotation]: text } }, spec: { group: 'g' } };
  const fields = appliedByClient(vendor, manager, { value, schema, apiVersion: 'v1' });
  return fields && pathsOf(fields).map(describePath);
};

function definition(levels: number): string {
  const nested = `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;
  return `{"apiVersion":"v1","spec":{"group":"g","versions":[{"name":"v1","schema":{"openAPIV3Schema":${nested}}}]}}`;
}

t.test('the last-applied annotation of client-side apply gives the fields of its manager', async (t) => {
  t.strictSame(applied(definition(2)), ['.spec.group']);
  t.equal(applied(definition(2), 'somebody'), undefined);
});

t.test('an annotation that is no valid body is ignored', async (t) => {
  t.equal(applied(definition(11_000)), undefined, 'values that nest deeper');
  for (const text of ['', '[]', '{', 'null', '{"apiVersion":"v2"}']) t.equal(applied(text), undefined, text);
});
