// Makes the served resources out of data: names and verbs from `data/`, schemas, strategies, printers and selectable
// fields by kind (design, decision 1). Extension definitions will make the same records.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Schemas } from '../../../shared/schema/builtin.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';
import type { ResourceRow, SubresourceRow } from './data/resources.ts';
import type { Resource, Resources, StorageForm, Subresource } from '../contract/resource.ts';
import type { Converter } from './conversion/converter.ts';
import { labelMap } from '../../../shared/object/label-selector.ts';
import { collectionPrefix } from '../../storage/format/keys.ts';
import { resourceRows, statusVerbs } from './data/resources.ts';
import { generationRules } from './data/generations.ts';
import { deprecationOf } from '../contract/deprecation.ts';
import { printerOf } from './printers/by-kind.ts';
import { selectableFieldsOf } from './fields/selectable-fields.ts';
import { strategiesOf } from './strategies.ts';
import { converterOf } from './conversion/by-kind.ts';

/**
 * A schema is made when it is first asked for: a server knows many more kinds than it is used for. It throws TypeError where
 * the data names a kind that has none, which is a defect of the data.
 */
export function makeResources(vendor: Vendor, schemas: Schemas): Resources {
  const strategies = strategiesOf(vendor);
  const shapes = storedShapes();
  const all = resourceRows.map((row): Resource => {
    const group = vendor.fill(row.group);
    const kindKey = `${row.group}/${row.kind}`;
    const schema = schemaOf(schemas, group, row.version, row.kind);
    const stored = row.verbs.includes('get');
    return {
      group,
      version: row.version,
      name: row.name,
      singular: row.singular ?? row.kind.toLowerCase(),
      kind: row.kind,
      namespaced: row.namespaced,
      verbs: row.verbs,
      shortNames: row.shortNames ?? [],
      categories: row.categories ?? [],
      subresources: subresourcesOf(vendor, schemas, row, group),
      get schema() {
        return schema();
      },
      storage: stored ? storageFormOf(vendor, schemas, row, shapes) : undefined,
      strategy: strategies.get(kindKey) ?? {},
      printer: printerOf(vendor, row.group, row.kind),
      selectableFields: selectableFieldsOf(row.group, row.kind),
      generation: generationRules.get(kindKey),
      deprecation: deprecationIn(vendor, row, group),
    };
  });
  return resourcesOf(all);
}

function deprecationIn(vendor: Vendor, row: ResourceRow, group: string): Resource['deprecation'] {
  const { version, kind, lifecycle } = row;
  if (lifecycle === undefined) return undefined;
  const { replacement, ...releases } = lifecycle;
  const instead =
    replacement === undefined ? {} : { replacement: { ...replacement, group: vendor.fill(replacement.group) } };
  return deprecationOf({ group, version, kind, lifecycle: { ...releases, ...instead } });
}

/** A lookup over records, in their order. */
export function resourcesOf(all: readonly Resource[]): Resources {
  // By group, version and name one after the other: putting them together for every request would cost more than the looks.
  const byGroup = new Map<string, Map<string, Map<string, Resource>>>();
  for (const resource of all) {
    const byVersion = byGroup.get(resource.group) ?? new Map<string, Map<string, Resource>>();
    const byName = byVersion.get(resource.version) ?? new Map<string, Resource>();
    byGroup.set(resource.group, byVersion.set(resource.version, byName.set(resource.name, resource)));
  }
  return { all, find: (group, version, resource) => byGroup.get(group)?.get(version)?.get(resource) };
}

function subresourcesOf(
  vendor: Vendor,
  schemas: Schemas,
  row: ResourceRow,
  group: string,
): ReadonlyMap<string, Subresource> {
  const entries = (row.subresources ?? []).map((entry): [string, Subresource] => {
    const shape: SubresourceRow = entry === 'status' ? { name: 'status', kind: row.kind, verbs: statusVerbs } : entry;
    const own = {
      name: shape.name,
      group: shape.group === undefined ? group : vendor.fill(shape.group),
      version: shape.version ?? row.version,
      kind: shape.kind,
      verbs: shape.verbs,
      olderVersions: shape.olderVersions ?? [],
    };
    const streams = shape.kind.endsWith('Options') || shape.name === 'log';
    const schema = streams ? noSchema : schemaOf(schemas, own.group, own.version, own.kind);
    return [
      shape.name,
      {
        ...own,
        get schema() {
          return schema();
        },
      },
    ];
  });
  return new Map(entries);
}

function storageFormOf(
  vendor: Vendor,
  schemas: Schemas,
  row: ResourceRow,
  shapes: ReadonlyMap<string, ObjectShape>,
): StorageForm {
  const view: Converter | undefined = converterOf(vendor, row.group, row.version, row.kind);
  const home = view?.stored ?? row;
  const group = vendor.fill(home.group);
  const prefix = collectionPrefix({ group, resource: row.name });
  const shape = shapes.get(`${home.group}/${row.name}`);
  if (shape === undefined) throw new TypeError(`no stored shape of ${row.name}`);
  const schema = schemaOf(schemas, group, home.version, row.kind);
  return {
    prefix,
    group,
    version: home.version,
    kind: row.kind,
    get schema() {
      return schema();
    },
    shape: { ...shape, prefix },
    identical: view === undefined,
    fromStored: view === undefined ? same : (object) => view.fromStored(object),
    toStored: view === undefined ? same : (object) => view.toStored(object),
  };
}

/** What selectors see of the objects under each stored collection: the fields of all its views together. */
function storedShapes(): ReadonlyMap<string, ObjectShape> {
  const readers = new Map<
    string,
    { readonly row: ResourceRow; readonly fields: Map<string, (object: ApiObject) => string> }
  >();
  for (const row of resourceRows) {
    const key = `${homeGroup(row)}/${row.name}`;
    const entry = readers.get(key) ?? { row, fields: new Map<string, (object: ApiObject) => string>() };
    for (const [field, read] of selectableFieldsOf(row.group, row.kind)) entry.fields.set(field, read);
    readers.set(key, entry);
  }
  return new Map([...readers].map(([key, { row, fields }]) => [key, shapeFor(row, fields)]));
}

/** Views differ from their stored kind in version, or in group: the events of both groups live in the core group. */
function homeGroup(row: ResourceRow): string {
  return row.name === 'events' ? '' : row.group;
}

function shapeFor(row: ResourceRow, readers: ReadonlyMap<string, (object: ApiObject) => string>): ObjectShape {
  return {
    prefix: '',
    namespaced: row.namespaced,
    project(object) {
      const fields = new Map([
        ['metadata.name', object.metadata.name ?? ''],
        ['metadata.namespace', object.metadata.namespace ?? ''],
      ]);
      for (const [field, read] of readers) fields.set(field, read(object));
      return { labels: labelMap(object.metadata.labels), fields };
    },
  };
}

function schemaOf(schemas: Schemas, group: string, version: string, kind: string): () => Resource['schema'] {
  let made: Resource['schema'] | undefined;
  return () => {
    made ??= schemas.kind(group, version, kind);
    if (made === undefined) throw new TypeError(`no schema of ${kind} in ${group}/${version}`);
    return made;
  };
}

function noSchema(): undefined {}

function same(object: ApiObject): ApiObject {
  return object;
}
