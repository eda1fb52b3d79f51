// The schema document of some resources (OpenAPI v3), and which group versions there are. Both forms of OpenAPI are made group
// version by group version, so that a kind that joins costs its own.

import type { Descriptions } from '../../shared/schema/descriptions.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import type { StructSchema } from '../../shared/schema/schema.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import { groupsOf } from './groups.ts';
import type { Published } from './published.ts';
import type { RemoteGroups } from './remote-groups.ts';
import { pathsOf, type TypeReferences } from './openapi-paths.ts';
import { ComponentSchemas, type KindRef } from './openapi-schema.ts';

export interface OpenApiParts {
  readonly vendor: Vendor;
  readonly resources: Pick<Resources, 'version' | 'all' | 'settle'>;
  /** Versions that other servers answer. Default: none. */
  readonly remote?: RemoteGroups;
  /** The types of all groups, and of lists. */
  readonly schemas: Pick<Schemas, 'kind' | 'type'>;
  /** Those of the documents about the issuer of service account tokens that are served. Default: none. */
  readonly issuerPaths?: readonly string[];
  /** Version of the API in `info`, e.g. `1.34`. */
  readonly version: string;
  /** Milliseconds since the epoch, for Expires. */
  readonly now: () => number;
}

type Document = { readonly [key: string]: unknown };

/** An OpenAPI v3 document as this service makes it. */
export interface SchemaDocument {
  readonly openapi: string;
  readonly info: Document;
  readonly paths: Readonly<Record<string, Document>>;
  readonly components: { readonly schemas: Readonly<Record<string, Document>>; readonly securitySchemes?: Document };
}

/** What is made of the resources of one group version. */
export interface Member<T> {
  readonly resources: readonly Resource[];
  readonly made: T;
}

/** Group versions by their path: `apis/apps/v1`. */
export type Members<T> = ReadonlyMap<string, Member<T>>;

/** Those whose resources are the same as before keep what was made of them. */
export function membersOf<T>(all: readonly Resource[], before: Members<T> | undefined, make: () => T): Members<T> {
  const members = new Map<string, Member<T>>();
  for (const group of groupsOf(all)) {
    for (const { version, resources } of group.versions) {
      const path = `${group.name === '' ? 'api' : 'apis'}/${apiVersionOf(group.name, version)}`;
      const known = before?.get(path);
      const same =
        known?.resources.length === resources.length && resources.every((one, at) => one === known.resources[at]);
      members.set(path, known !== undefined && same ? known : { resources, made: make() });
    }
  }
  return members;
}

/** The document of the resources of one group version. */
export function documentOf(
  parts: OpenApiParts,
  descriptions: Descriptions,
  resources: readonly Resource[],
): SchemaDocument {
  return documentWith(parts, descriptions, resources, (types) => pathsOf(parts.vendor, resources, types));
}

/** A document of the paths that `makePaths` makes, with the types that these refer to; `resources` are the kinds in it. */
export function documentWith(
  { vendor, version, schemas: types }: OpenApiParts,
  descriptions: Descriptions,
  resources: readonly Resource[],
  makePaths: (types: NamedReferences) => SchemaDocument['paths'],
): SchemaDocument {
  const kinds = new Map<string, KindRef[]>();
  for (const { group, version: kindVersion, kind, schema } of resources) {
    const refs = kinds.get(schema.name) ?? [];
    if (!refs.some((ref) => ref.kind === kind)) refs.push({ group, version: kindVersion, kind });
    kinds.set(schema.name, refs);
  }
  const schemas = new ComponentSchemas(vendor, (name) => kinds.get(name) ?? [], descriptions);
  const paths = makePaths(referencesIn(schemas, types));
  return {
    openapi: '3.0.0',
    info: { title: vendor.fill('{Maker}'), version },
    paths,
    components: { schemas: schemas.documents(), securitySchemes },
  };
}

/** References to types by their names too. */
interface NamedReferences extends TypeReferences {
  /** `meta/v1.Status`. */
  named(type: string): object;
}

/** How requests are authenticated, as far as the format can say it. */
const securitySchemes = {
  BearerToken: { type: 'apiKey', description: 'A bearer token.', name: 'authorization', in: 'header' },
};

function referencesIn(documents: ComponentSchemas, types: OpenApiParts['schemas']): NamedReferences {
  const typed = (name: string): StructSchema => {
    const schema = types.type(name);
    if (schema === undefined) throw new Error(`no type ${name}`);
    return schema;
  };
  return {
    object: (schema) => documents.reference(schema),
    listOf(resource) {
      const { group, version, kind, listKind = `${kind}List`, schema } = resource;
      const known = types.kind(group, version, listKind);
      if (known !== undefined) return documents.reference(known);
      return documents.list(resource, listKind, schema, typed('meta/v1.ListMeta'));
    },
    meta: (name) => documents.reference(typed(`meta/v1.${name}`)),
    named: (name) => documents.reference(typed(name)),
  };
}

/** The documents of other servers by the path of their versions. */
export function remoteDocuments(remote: RemoteGroups | undefined): ReadonlyMap<string, Published> {
  return new Map(
    (remote?.all() ?? []).flatMap(({ group, version, document }): [string, Published][] =>
      document === undefined ? [] : [[`${group === '' ? 'api' : 'apis'}/${apiVersionOf(group, version)}`, document]],
    ),
  );
}

/** The resources, and the versions of other servers, as one thing that changes. */
export function changing({ resources, remote }: Pick<OpenApiParts, 'resources' | 'remote'>) {
  return {
    get version() {
      // Both only grow.
      return resources.version + (remote?.version ?? 0);
    },
    get all() {
      return resources.all;
    },
    settle: () => resources.settle(),
  };
}
