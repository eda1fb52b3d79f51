// Makes the served resources of the records of kinds (design, decision 1). Extension definitions will make the same resources.

import type { Schemas } from '../../../shared/schema/builtin.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';
import type { ByVendor, Converter, DroppedTogether, FieldReader, KindSubresource } from '../contract/kind.ts';
import type { Resource, StorageForm, Strategy, Subresource } from '../contract/resource.ts';
import type { VersionConverter } from '../contract/version-converter.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { labelMap } from '../../../shared/object/label-selector.ts';
import { collectionPrefix } from '../../storage/format/keys.ts';
import { deprecationOf } from '../contract/deprecation.ts';
import { inDiscoveryOrder, type KindRow } from './discovery-order.ts';
import { kinds } from './index.ts';
import { plainPrinter } from './printers/plain.ts';
import { everyVerb, getPatchUpdate } from './row/verbs.ts';

const rows = inDiscoveryOrder(kinds);

/** What goes with the fields of features that are off, of all kinds. */
export const droppedTogether: DroppedTogether = new Map(kinds.flatMap((record) => [...(record.droppedTogether ?? [])]));

/** The names of every built-in resource, in discovery order. */
export function builtInNames(vendor: Vendor): readonly Pick<Resource, 'group' | 'version' | 'name'>[] {
  return rows.map(({ record, version }) => ({
    group: vendor.fill(record.group),
    version: version.version,
    name: record.name,
  }));
}

/**
 * All built-in resources, in discovery order. A schema is made when it is first asked for: a server knows many more kinds
 * than it is used for. It throws TypeError where a record names a kind that has none, which is a defect of the record.
 */
export function makeResources(vendor: Vendor, schemas: Schemas): readonly Resource[] {
  const shapes = storedShapes(vendor);
  // The versions of a kind share what they have in common.
  const shared = new Map(
    kinds.map((record) => [
      record,
      {
        strategy: strategyOf(vendor, record),
        printer: filled(vendor, record.printer) ?? plainPrinter,
        selectableFields: new Map(record.selectableFields),
      },
    ]),
  );
  return rows.map((row): Resource => {
    const { record, version } = row;
    const group = vendor.fill(record.group);
    const schema = schemaOf(schemas, group, version.version, record.kind);
    const verbs = record.verbs ?? everyVerb;
    const parts = shared.get(record);
    if (parts === undefined) throw new TypeError(`${record.kind} is not in the list of kinds`);
    return {
      group,
      version: version.version,
      name: record.name,
      singular: record.singular ?? record.kind.toLowerCase(),
      kind: record.kind,
      namespaced: record.namespaced,
      verbs,
      shortNames: record.shortNames ?? [],
      categories: record.categories ?? [],
      subresources: subresourcesOf(vendor, schemas, row),
      get schema() {
        return schema();
      },
      storage: verbs.includes('get') ? storageFormOf(vendor, schemas, row, shapes) : undefined,
      ...parts,
      generation: record.generation,
      deprecation: deprecationIn(vendor, row, group),
    };
  });
}

function filled<T extends object>(vendor: Vendor, part: ByVendor<T> | undefined): T | undefined {
  return typeof part === 'function' ? part(vendor) : part;
}

function strategyOf(vendor: Vendor, { strategy, inert }: KindRow['record']): Strategy {
  const own = filled(vendor, strategy) ?? {};
  return inert === undefined ? own : { ...own, warnings: () => [inert] };
}

function deprecationIn(vendor: Vendor, { record, version }: KindRow, group: string): Resource['deprecation'] {
  const { lifecycle } = version;
  if (lifecycle === undefined) return undefined;
  const { replacement, ...releases } = lifecycle;
  const instead =
    replacement === undefined ? {} : { replacement: { ...replacement, group: vendor.fill(replacement.group) } };
  return deprecationOf({
    group,
    version: version.version,
    kind: record.kind,
    lifecycle: { ...releases, ...instead },
  });
}

function subresourcesOf(
  vendor: Vendor,
  schemas: Schemas,
  { record, version }: KindRow,
): ReadonlyMap<string, Subresource> {
  const entries = (record.subresources ?? []).map((entry): [string, Subresource] => {
    const row: KindSubresource =
      entry === 'status' ? { name: 'status', kind: record.kind, verbs: getPatchUpdate } : entry;
    const { update } = row;
    const own = {
      name: row.name,
      group: vendor.fill(row.group ?? record.group),
      version: row.version ?? version.version,
      kind: row.kind,
      verbs: row.verbs,
      olderVersions: row.olderVersions ?? [],
      ...(update === undefined ? {} : { update: (strategy: Strategy) => update(strategy, vendor) }),
    };
    const streams = row.kind.endsWith('Options') || row.name === 'log';
    const schema = streams ? noSchema : schemaOf(schemas, own.group, own.version, own.kind);
    return [
      row.name,
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
  row: KindRow,
  shapes: ReadonlyMap<string, ObjectShape>,
): StorageForm {
  const { record } = row;
  const converter = converterOf(vendor, row);
  const home = converter?.stored ?? { group: record.group, version: row.version.version };
  const group = vendor.fill(home.group);
  const prefix = collectionPrefix({ group, resource: record.name });
  const shape = shapes.get(prefix);
  if (shape === undefined) throw new TypeError(`no stored shape of ${record.name}`);
  const schema = schemaOf(schemas, group, home.version, record.kind);
  return {
    prefix,
    group,
    version: home.version,
    kind: record.kind,
    get schema() {
      return schema();
    },
    shape,
    converter: converter === undefined ? undefined : computed(converter, home.version, group),
  };
}

/** Objects that are converted without others having a turn. */
const atOnce = 16;

function computed(converter: Converter, storedVersion: string, storedGroup: string): VersionConverter {
  const home = apiVersionOf(storedGroup, storedVersion);
  return {
    atOnce,
    convert: (objects, apiVersion) =>
      objects.map((object) => (apiVersion === home ? converter.toStored(object) : converter.fromStored(object))),
  };
}

/** Undefined: served as it is stored. */
function converterOf(vendor: Vendor, { record, version }: KindRow): Converter | undefined {
  if (version.converter !== undefined) return version.converter(vendor);
  const [preferred] = record.versions;
  return preferred === version ? undefined : sameFields(vendor, record.group, preferred.version, version.version);
}

/** A version that differs from the stored one by its name only. */
function sameFields(vendor: Vendor, group: string, storedVersion: string, version: string): Converter {
  const shown = vendor.fill(`${group}/${version}`);
  const stored = vendor.fill(`${group}/${storedVersion}`);
  return {
    stored: { group, version: storedVersion },
    fromStored: (object) => Object.assign(object, { apiVersion: shown }),
    toStored: (object) => Object.assign(object, { apiVersion: stored }),
  };
}

/** By prefix, what selectors see of the objects of each stored collection: the fields of all its forms together. */
function storedShapes(vendor: Vendor): ReadonlyMap<string, ObjectShape> {
  const fields = new Map<string, { readonly namespaced: boolean; readonly readers: Map<string, FieldReader> }>();
  for (const row of rows) {
    const { record } = row;
    const group = vendor.fill(converterOf(vendor, row)?.stored.group ?? record.group);
    const prefix = collectionPrefix({ group, resource: record.name });
    const entry = fields.get(prefix) ?? { namespaced: record.namespaced, readers: new Map<string, FieldReader>() };
    for (const [field, read] of record.selectableFields ?? []) entry.readers.set(field, read);
    fields.set(prefix, entry);
  }
  return new Map([...fields].map(([prefix, entry]) => [prefix, shapeFor(prefix, entry)]));
}

function shapeFor(
  prefix: string,
  { namespaced, readers }: { readonly namespaced: boolean; readonly readers: ReadonlyMap<string, FieldReader> },
): ObjectShape {
  return {
    prefix,
    namespaced,
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
