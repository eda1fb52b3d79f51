import t from 'tap';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { makeResources } from './catalogue.ts';
import { storageShapes } from '../object/stored-objects.ts';

for (const id of vendorIds) {
  t.test(`${id}: every built-in resource is made, in discovery order`, async (t) => {
    const vendor = vendorOf(id);
    const resources = makeResources(vendor, loadSchemas(vendor));
    t.equal(resources.all.length, 70);
    t.equal(
      resources.all.reduce((total, resource) => total + resource.subresources.size, 0),
      46,
    );
    t.equal(resources.all[0]?.name, 'bindings');
    const group = vendor.fill('rbac.authorization.{api}');
    t.equal(resources.find(group, 'v1', 'roles')?.kind, 'Role');
    t.equal(resources.find('', 'v1', 'toString'), undefined);
    t.equal(resources.find('', 'v2', 'pods'), undefined);
    t.equal(resources.find('', 'v1', 'pods')?.storage?.prefix, '/registry/core/pods/');
  });

  t.test(
    `${id}: every resource and sub-resource finds its schema, and none is made before it is asked for`,
    async (t) => {
      const vendor = vendorOf(id);
      const schemas = loadSchemas(vendor);
      const asked: string[] = [];
      const resources = makeResources(vendor, {
        ...schemas,
        kind(group, version, kind) {
          asked.push(kind);
          return schemas.kind(group, version, kind);
        },
      });
      t.same(asked, []);
      for (const resource of resources.all) {
        t.ok(resource.schema, `${resource.version} ${resource.name}`);
        t.equal(resource.storage?.schema.isKind ?? true, true);
        for (const { schema, name, kind } of resource.subresources.values()) {
          t.ok(schema !== undefined || kind.endsWith('Options') || name === 'log', `${resource.name}/${name}`);
        }
      }
      t.ok(asked.length > resources.all.length);
    },
  );

  t.test(`${id}: views share the prefix of what they show`, async (t) => {
    const vendor = vendorOf(id);
    const resources = makeResources(vendor, loadSchemas(vendor));
    const prefix = (group: string, version: string, name: string) =>
      resources.find(group, version, name)?.storage?.prefix;
    t.equal(prefix(vendor.fill('events.{api}'), 'v1', 'events'), prefix('', 'v1', 'events'));
    t.equal(
      prefix('autoscaling', 'v1', 'horizontalpodautoscalers'),
      prefix('autoscaling', 'v2', 'horizontalpodautoscalers'),
    );
    const prefixes = storageShapes(resources).map((shape) => shape.prefix);
    t.equal(new Set(prefixes).size, prefixes.length);
  });
}
