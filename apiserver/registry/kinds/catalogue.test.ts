import { readdir } from 'node:fs/promises';
import t from 'tap';
import type { KindRecord } from '../contract/kind.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Resource } from '../contract/resource.ts';
import { makeResources } from './catalogue.ts';
import { storageShapes } from '../object/stored-objects.ts';
import { inDiscoveryOrder } from './discovery-order.ts';
import { kinds } from './index.ts';

function find(resources: readonly Resource[], group: string, version: string, name: string): Resource | undefined {
  return resources.find((one) => one.group === group && one.version === version && one.name === name);
}

for (const id of vendorIds) {
  t.test(`${id}: every built-in resource is made, in discovery order`, async (t) => {
    const vendor = vendorOf(id);
    const resources = makeResources(vendor, loadSchemas(vendor));
    t.equal(resources.length, 74);
    t.equal(
      resources.reduce((total, resource) => total + resource.subresources.size, 0),
      46,
    );
    t.equal(resources[0]?.name, 'bindings');
    const group = vendor.fill('rbac.authorization.{api}');
    t.equal(find(resources, group, 'v1', 'roles')?.kind, 'Role');
    t.equal(find(resources, '', 'v1', 'toString'), undefined);
    t.equal(find(resources, '', 'v2', 'pods'), undefined);
    t.equal(find(resources, '', 'v1', 'pods')?.storage?.prefix, '/registry/core/pods/');
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
      t.strictSame(asked, []);
      for (const resource of resources) {
        t.ok(resource.schema, `${resource.version} ${resource.name}`);
        t.equal(resource.storage?.schema.isKind ?? true, true);
        for (const { schema, name, kind } of resource.subresources.values()) {
          t.ok(schema !== undefined || kind.endsWith('Options') || name === 'log', `${resource.name}/${name}`);
        }
      }
      t.ok(asked.length > resources.length);
    },
  );

  t.test(`${id}: views share the prefix of what they show`, async (t) => {
    const vendor = vendorOf(id);
    const resources = makeResources(vendor, loadSchemas(vendor));
    const prefix = (group: string, version: string, name: string) =>
      find(resources, group, version, name)?.storage?.prefix;
    t.equal(prefix(vendor.fill('events.{api}'), 'v1', 'events'), prefix('', 'v1', 'events'));
    t.equal(
      prefix('autoscaling', 'v1', 'horizontalpodautoscalers'),
      prefix('autoscaling', 'v2', 'horizontalpodautoscalers'),
    );
    const prefixes = storageShapes(resources).map((shape) => shape.prefix);
    t.equal(new Set(prefixes).size, prefixes.length);
  });
}

t.test(
  'each file of a group folder is the record of the kind that it is named after, and each record is listed',
  async (t) => {
    const shared = new Set(['fields', 'printers', 'row', 'rule']);
    const found = new Set<KindRecord>();
    for (const folder of await readdir(new URL('.', import.meta.url), { withFileTypes: true })) {
      if (!folder.isDirectory() || shared.has(folder.name)) continue;
      for (const file of await readdir(new URL(`${folder.name}/`, import.meta.url))) {
        if (!/^[a-z-]+\.js$/.test(file)) continue;
        const path = `${folder.name}/${file}`;
        const { default: record } = (await import(new URL(path, import.meta.url).href)) as { default: KindRecord };
        t.equal(record.name, file.slice(0, -'.js'.length).replaceAll('-', ''), path);
        t.equal(record.group.split('.')[0] || 'core', folder.name, path);
        found.add(record);
      }
    }
    t.strictSame(new Set(kinds), found);
    t.equal(new Set(kinds.map(({ group, name }) => `${group}/${name}`)).size, kinds.length);
  },
);

t.test('discovery lists the preferred version of a group first, and resources by name', async (t) => {
  const kind = (group: string, name: string, ...versions: [string, ...string[]]): KindRecord => {
    const [first, ...others] = versions;
    return {
      group,
      name,
      kind: name,
      namespaced: true,
      versions: [{ version: first }, ...others.map((version) => ({ version }))],
    };
  };
  const rows = inDiscoveryOrder([
    kind('batch', 'a', 'v1alpha2', 'v1alpha10', 'v1beta1', 'v2'),
    kind('apps', 'c', 'v1'),
    kind('apps', 'b', 'v1', 'v10', 'v2'),
    kind('', 'd', 'v1'),
  ]);
  t.strictSame(
    rows.map(({ record, version }) => `${record.group}/${version.version}/${record.name}`),
    [
      '/v1/d',
      'apps/v10/b',
      'apps/v2/b',
      'apps/v1/b',
      'apps/v1/c',
      'batch/v2/a',
      'batch/v1beta1/a',
      'batch/v1alpha10/a',
      'batch/v1alpha2/a',
    ],
  );
  t.throws(() => inDiscoveryOrder([kind('nowhere', 'a', 'v1')]), /a: the group nowhere has no place/);
});
