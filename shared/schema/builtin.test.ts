import t from 'tap';
import { vendorOf } from '../vendor/profile.ts';
import { loadSchemas } from './builtin.ts';
import type { Schema, StructSchema } from './schema.ts';

const vendor = vendorOf('orch');
const otherVendor = vendorOf('kubernetes');
const orch = loadSchemas(vendor);
const other = loadSchemas(otherVendor);

t.test('every declared kind compiles with all types it reaches', async (t) => {
  const seen = new Set<string>();
  const visit = (schema: Schema): void => {
    if (schema.type === 'list') return visit(schema.items);
    if (schema.type === 'map') return visit(schema.values);
    if (schema.type === 'raw') return schema.variant === undefined ? undefined : visit(schema.variant.message);
    if (schema.type !== 'struct' || seen.has(schema.name)) return;
    seen.add(schema.name);
    for (const field of schema.fields.values()) {
      visit(field.schema);
      if (field.schema.type === 'list' && field.schema.listType === 'map') {
        for (const key of field.schema.keys) {
          const items = field.schema.items;
          t.ok(items.type === 'struct' && items.fields.has(key), `${schema.name}.${field.name} has its key ${key}`);
        }
      }
    }
  };
  for (const { group, version, kind } of orch.kinds()) {
    const schema = orch.kind(group, version, kind);
    t.ok(schema, `${group}/${version} ${kind}`);
    if (schema !== undefined) visit(schema);
  }
  t.equal(orch.kinds().length, 196);
  t.ok(seen.size > 600);
});

t.test('a group is found under the name that the vendor gives it', async (t) => {
  t.equal(orch.kind('apps', 'v1', 'Deployment')?.name, 'apps/v1.Deployment');
  t.equal(orch.kind(vendor.fill('storage.{api}'), 'v1', 'StorageClass')?.name, 'storage.{api}/v1.StorageClass');
  t.equal(orch.kind(otherVendor.fill('storage.{api}'), 'v1', 'StorageClass'), undefined);
  t.equal(other.kind(otherVendor.fill('storage.{api}'), 'v1', 'StorageClass')?.name, 'storage.{api}/v1.StorageClass');
  t.equal(orch.kind('', 'v1', 'Pod')?.isKind, true);
  t.equal(orch.kind('', 'v1', 'PodSpec'), undefined, 'a type without a kind of its own is no kind');
  t.equal(orch.kind('', 'v1', 'constructor'), undefined);
  t.equal(orch.type('constructor.__proto__'), undefined);
  t.equal(other.kind(otherVendor.fill('meta.{api}'), 'v1', 'Table')?.name, 'meta/v1.Table');
  t.equal(orch.kind('apps', 'v1', 'DeleteOptions')?.name, 'meta/v1.DeleteOptions');
  t.equal(orch.kind('nowhere', 'v1', 'DeleteOptions'), undefined);
});

t.test('fields keep their declared order, inlined types are flattened, kind and apiVersion come first', async (t) => {
  const pod = orch.kind('', 'v1', 'Pod');
  t.strictSame([...(pod?.fields.keys() ?? [])], ['kind', 'apiVersion', 'metadata', 'spec', 'status']);
  const volume = orch.type('core/v1.Volume');
  t.strictSame([...(volume?.fields.keys() ?? [])].slice(0, 3), ['name', 'hostPath', 'emptyDir']);
  t.strictSame(volume?.fields.get('hostPath')?.numbers, [2, 1]);
});

t.test('names and defaults that carry the maker are filled', async (t) => {
  const props = (schemas: typeof orch): StructSchema | undefined =>
    schemas.type('apiextensions.{api}/v1.JSONSchemaProps');
  t.ok(props(orch)?.fields.has(vendor.fill('x-{maker}-list-type')));
  t.ok(props(other)?.fields.has(otherVendor.fill('x-{maker}-list-type')));
  const apiGroup = other.type('rbac.authorization.{api}/v1.RoleRef')?.fields.get('apiGroup');
  t.equal(apiGroup?.default, otherVendor.fill('rbac.authorization.{api}'));
});

t.test('a struct held by value is written even when it is empty, a pointer is not', async (t) => {
  const container = orch.type('core/v1.Container');
  t.equal(container?.fields.get('resources')?.alwaysWritten, true);
  t.equal(container?.fields.get('livenessProbe')?.alwaysWritten, false);
  t.equal(orch.type('meta/v1.ObjectMeta')?.fields.get('creationTimestamp')?.alwaysWritten, false);
});
