// The resources of a definition: one record for each served version, as the built-in kinds have them (design, decision 4).

import type { Definition, DefinitionVersion } from '../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import type { LateRules } from '../../../shared/definition/rule/late-rules.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { OutboundCaller } from '../../outbound/contract/outbound.ts';
import type { VersionConverter } from '../../registry/contract/version-converter.ts';
import type { GenerationRule, Resource, StorageForm, Subresource, Verb } from '../../registry/contract/resource.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';
import { hasCondition } from '../../../shared/definition/definition.ts';
import { type CustomKind, lazyKind } from '../../../shared/definition/custom-kind.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { labelMap } from '../../../shared/object/label-selector.ts';
import { conversionMetrics } from '../../registry/contract/conversion-metrics.ts';
import { compareVersions } from '../../../shared/object/version-order.ts';
import { collectionPrefix } from '../../storage/format/keys.ts';
import { customStrategy } from './custom-strategy.ts';
import { plainConverter } from './conversion/plain-converter.ts';
import { type VersionReader, versionReader } from './conversion/version-reader.ts';
import { webhookConverter } from './conversion/webhook-converter.ts';
import { openApiDocument } from './openapi-document.ts';
import { customPrinter } from './printer/custom-printer.ts';
import { type FieldReader, fieldReaders } from './selectable-fields.ts';

export interface CustomResourcesOptions {
  readonly vendor: Vendor;
  /** The schema of metadata. */
  readonly metadata: StructSchema;
  /** The schema of the scale of objects. */
  readonly scale: StructSchema;
  /** Loads and runs the rules of schemas. */
  readonly rules: LateRules;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Calls the programs that convert objects. */
  readonly outbound: OutboundCaller;
  /** The definition with its schemas, read anew: only kinds that are used keep them. */
  readonly source: () => Definition;
  /** Whether the definition is being removed: then no objects are made. Asked with each create. */
  readonly isTerminating: () => boolean;
}

// In the order of the reference server.
const verbs: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const partVerbs: readonly Verb[] = ['get', 'patch', 'update'];

/** What of a definition its resources are made of: as long as it stays the same, they do. */
export function sourceOf(definition: Definition): string {
  const { metadata, status } = definition;
  const stored = (status?.storedVersions ?? []).length;
  // Every change of the specification is a generation of its own.
  const { uid, generation } = metadata;
  return JSON.stringify([uid, generation, status?.acceptedNames, stored, servesStored(definition)]);
}

/** Objects have to be deleted by some version: of a definition that serves none any more, that is the stored one. */
function servesStored(definition: Definition): boolean {
  const versions = definition.spec?.versions ?? [];
  return hasCondition(definition, 'Terminating') && versions.every(({ served }) => served !== true);
}

/** None for a definition that serves nothing. Throws for one that was never valid. */
export function customResources(options: CustomResourcesOptions, definition: Definition): readonly Resource[] {
  const { spec = {}, status, metadata } = definition;
  const { group = '' } = spec;
  const versions = spec.versions ?? [];
  const names = status?.acceptedNames ?? spec.names ?? {};
  const { plural = '', kind = '' } = names;
  const stored = versions.find(({ storage }) => storage === true)?.name;
  if (stored === undefined) return [];
  const kinds = new Map(
    versions.map(({ name = '' }) => [name, kindOf(options, { group, version: name, kind })] as const),
  );
  const shape = shapeOf(collectionPrefix({ group, resource: plural }), spec.scope === 'Namespaced', versions);
  const home = kinds.get(stored);
  if (home === undefined) return [];
  // Only objects that were written by the same schema are served as they were stored.
  const asStored = versions.length === 1 && (metadata.generation ?? 1) === 1;
  const converter = asStored ? undefined : converterOf(options, definition, versionReader(group, kinds));
  const resources = new Map<string, Resource>();
  const storage = (): StorageForm =>
    storageOf(home, {
      prefix: shape.prefix,
      group,
      version: stored,
      kind,
      shape,
      converter,
      views: (version) => resources.get(version),
    });
  for (const version of versions) {
    const { name = '' } = version;
    const own = kinds.get(name);
    if (own !== undefined) resources.set(name, resourceOf(options, definition, version, own, storage()));
  }
  return versions
    .filter(({ served, storage: isStored }) => served === true || (isStored === true && servesStored(definition)))
    .flatMap(({ name = '' }) => resources.get(name) ?? []);
}

function converterOf(
  options: CustomResourcesOptions,
  { spec, metadata }: Definition,
  reader: VersionReader,
): VersionConverter {
  const { vendor, clock, outbound, metrics } = options;
  const conversion = spec?.conversion;
  if (conversion?.strategy !== 'Webhook' || (spec?.versions ?? []).length < 2) return plainConverter(reader);
  const observed = conversionMetrics(metrics, metadata.name ?? '');
  return webhookConverter({ vendor, clock, outbound, metrics: observed, conversion, reader });
}

/** Of each version one of its own. */
function storageOf(home: CustomKind, form: Omit<StorageForm, 'schema'>): StorageForm {
  return {
    ...form,
    get schema() {
      return home.schema;
    },
  };
}

function kindOf(
  { vendor, metadata, rules, source }: CustomResourcesOptions,
  own: { readonly group: string; readonly version: string; readonly kind: string },
): CustomKind {
  return lazyKind({
    ...own,
    vendor,
    metadata,
    rules,
    schema: () => (source().spec?.versions ?? []).find(({ name }) => name === own.version)?.schema?.openAPIV3Schema,
    document: (schema) => () => openApiDocument(schema),
  });
}

function resourceOf(
  options: CustomResourcesOptions,
  definition: Definition,
  version: DefinitionVersion,
  kind: CustomKind,
  storage: StorageForm,
): Resource {
  const { spec = {}, status } = definition;
  const { group = '' } = spec;
  const versions = spec.versions ?? [];
  const names = status?.acceptedNames ?? spec.names ?? {};
  const { plural = '', singular = '', kind: kindName = '', listKind = '' } = names;
  const { name = '', additionalPrinterColumns = [], selectableFields = [] } = version;
  const own = { group, version: name, kind: kindName };
  return {
    ...own,
    ...(listKind === `${kindName}List` || listKind === '' ? {} : { listKind }),
    name: plural,
    singular,
    namespaced: spec.scope === 'Namespaced',
    verbs,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    subresources: subresourcesOf(options, own, version, kind),
    get schema() {
      return kind.schema;
    },
    custom: true,
    storage,
    strategy: customStrategy(options, kind, version.subresources?.scale),
    printer: customPrinter(additionalPrinterColumns),
    selectableFields: new Map(fieldReaders(selectableFields)),
    generation: generationOf(version),
    deprecation: deprecationOf(own, version, versions),
  };
}

/** Without an endpoint for the status, changes of it count like all others. */
function generationOf({ subresources }: DefinitionVersion): GenerationRule {
  const rule: GenerationRule = { first: 1, content: true, metadata: [] };
  return subresources?.status === undefined ? { ...rule, status: true } : rule;
}

function subresourcesOf(
  { scale: scaleSchema }: CustomResourcesOptions,
  own: { readonly group: string; readonly version: string; readonly kind: string },
  { subresources }: DefinitionVersion,
  kind: CustomKind,
): ReadonlyMap<string, Subresource> {
  const found = new Map<string, Subresource>();
  const { status, scale } = subresources ?? {};
  if (status !== undefined) {
    found.set('status', {
      ...own,
      name: 'status',
      verbs: partVerbs,
      olderVersions: [],
      get schema() {
        return kind.schema;
      },
    });
  }
  if (scale !== undefined) {
    const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = scale;
    found.set('scale', {
      name: 'scale',
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: partVerbs,
      olderVersions: [],
      schema: scaleSchema,
      scale: {
        replicas: fieldsOf(specReplicasPath),
        current: fieldsOf(statusReplicasPath),
        selector: labelSelectorPath === '' ? undefined : fieldsOf(labelSelectorPath),
      },
    });
  }
  return found;
}

function fieldsOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

function deprecationOf(
  own: { readonly group: string; readonly version: string; readonly kind: string },
  version: DefinitionVersion,
  versions: readonly DefinitionVersion[],
): Resource['deprecation'] {
  if (version.deprecated !== true) return undefined;
  const { deprecationWarning } = version;
  if (deprecationWarning !== undefined) return { warning: deprecationWarning, removedRelease: '' };
  const warning = `${apiVersionOf(own.group, own.version)} ${own.kind} is deprecated`;
  const [newest] = versions
    .filter(({ served, deprecated }) => served === true && deprecated !== true)
    .map(({ name = '' }) => name)
    .sort(compareVersions);
  const newer = newest !== undefined && compareVersions(newest, own.version) < 0;
  return {
    warning: newer ? `${warning}; use ${apiVersionOf(own.group, newest)} ${own.kind}` : warning,
    removedRelease: '',
  };
}

/** The selectable fields of all versions. */
function shapeOf(prefix: string, namespaced: boolean, versions: readonly DefinitionVersion[]): ObjectShape {
  const readers = new Map<string, FieldReader>(
    versions.flatMap(({ selectableFields = [] }) => [...fieldReaders(selectableFields)]),
  );
  return {
    prefix,
    namespaced,
    typedItems: true,
    project(object: ApiObject) {
      const { name = '', namespace = '', labels } = object.metadata;
      const fields = new Map([['metadata.name', name]]);
      fields.set('metadata.namespace', namespace);
      for (const [field, read] of readers) fields.set(field, read(object));
      return { labels: labelMap(labels), fields };
    },
  };
}
