// The paths of one group version as OpenAPI v3 operations: which method does what to which kind, under which id, with which
// parameters and types. Pure.

import { apiVersionOf } from '../../shared/object/group-version.ts';
import type { StructSchema } from '../../shared/schema/schema.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource, Subresource, Verb } from '../registry/contract/resource.ts';
import { groupWords } from './openapi-names.ts';
import {
  connections,
  logParameters,
  ofCustomKinds,
  onCollections,
  onObjects,
  onSubresources,
  type Operation,
  watchList,
  watchOne,
} from './openapi-operations.ts';
import { type ParameterName, parametersOf } from './openapi-parameters.ts';
import type { KindRef } from './openapi-schema.ts';

type Document = { [key: string]: unknown };

/** Makes references to the documents of types. */
export interface TypeReferences {
  object(schema: StructSchema): object;
  listOf(resource: Resource): object;
  /** A type of all groups. */
  meta(name: 'APIResourceList' | 'DeleteOptions' | 'Patch' | 'Status' | 'WatchEvent'): object;
}

/** One method of a path, but for its parameters. */
interface Entry {
  readonly method: string;
  readonly parameters: readonly ParameterName[];
  readonly document: Document;
}

/** Paths of all resources of one group version, and the one of their list where they are built in. */
export function pathsOf(
  vendor: Vendor,
  resources: readonly Resource[],
  types: TypeReferences,
): Record<string, Document> {
  const paths: Record<string, Document> = {};
  for (const resource of resources) {
    const maker = new ResourcePaths(vendor, resource, types);
    if (resource.custom !== true) paths[`${maker.root}/`] ??= maker.resourceList();
    for (const [path, entries] of maker.all()) if (entries.length > 0) paths[path] = pathOf(path, entries);
  }
  return paths;
}

function pathOf(path: string, entries: readonly Entry[]): Document {
  const { common, own } = parametersOf(
    path,
    entries.map(({ parameters }) => parameters),
  );
  const operations = entries.map(({ method, document }, at) => {
    const left = own[at] ?? [];
    // An empty list is left out: code generators stumble over one.
    return [method, left.length === 0 ? document : { ...document, parameters: left }];
  });
  return { ...Object.fromEntries(operations), ...(common.length === 0 ? {} : { parameters: common }) };
}

const jsonAndYaml = ['application/json', 'application/yaml'];
const strategicPatch = 'application/strategic-merge-patch+json';
const patchTypes = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  strategicPatch,
];

class ResourcePaths {
  readonly root: string;
  readonly #vendor: Vendor;
  readonly #resource: Resource;
  readonly #types: TypeReferences;
  /** Of a definition: no protobuf, no older paths, and fewer responses. */
  readonly #custom: boolean;
  readonly #words: { readonly id: string; readonly tag: string };

  constructor(vendor: Vendor, resource: Resource, types: TypeReferences) {
    this.#vendor = vendor;
    this.#resource = resource;
    this.#types = types;
    this.#custom = resource.custom === true;
    this.root = `${resource.group === '' ? '/api' : '/apis'}/${apiVersionOf(resource.group, resource.version)}`;
    this.#words = groupWords(vendor, resource.group, resource.version);
  }

  resourceList(): Document {
    const response = { description: 'OK', content: this.#content(this.#types.meta('APIResourceList'), 'object') };
    return {
      get: {
        tags: [this.#words.tag],
        description: 'Lists the resources of this version.',
        operationId: `get${this.#words.id}APIResources`,
        responses: { '200': response, '401': { description: 'Unauthorized' } },
      },
    };
  }

  *all(): Generator<[path: string, entries: readonly Entry[]]> {
    const resource = this.#resource;
    const { root } = this;
    const collection = `${root}/${resource.namespaced ? 'namespaces/{namespace}/' : ''}${resource.name}`;
    const verbs = new Set(resource.verbs);
    yield [collection, this.#entries([...verbs], onCollections)];
    yield [`${collection}/{name}`, this.#entries([...verbs], onObjects)];
    const everywhere = { everywhere: true };
    if (resource.namespaced && verbs.has('list'))
      yield [`${root}/${resource.name}`, this.#entries(['list'], onCollections, everywhere)];
    if (verbs.has('watch') && !this.#custom) {
      const watched = `${root}/watch${collection.slice(root.length)}`;
      yield [watched, [this.#entry(watchList)]];
      yield [`${watched}/{name}`, [this.#entry(watchOne)]];
      if (resource.namespaced) yield [`${root}/watch/${resource.name}`, [this.#entry(watchList, everywhere)]];
    }
    for (const subresource of resource.subresources.values()) {
      const path = `${collection}/{name}/${subresource.name}`;
      const connection = Object.hasOwn(connections, subresource.kind) ? connections[subresource.kind] : undefined;
      if (connection === undefined) {
        yield [path, this.#entries(subresource.verbs, onSubresources, { subresource })];
        continue;
      }
      const entries = (suffix: string) =>
        connection.methods.map((method) => this.#connect(method, connection.parameters, subresource, suffix));
      yield [path, entries('')];
      if (connection.parameters[0] === 'path') yield [`${path}/{path}`, entries('WithPath')];
    }
  }

  #entries(verbs: readonly Verb[], table: Partial<Record<Verb, Operation>>, where: Where = {}): readonly Entry[] {
    return verbs.flatMap((verb) => {
      const operation = table[verb];
      return operation === undefined ? [] : [this.#entry(operation, where)];
    });
  }

  #entry(operation: Operation, where: Where = {}): Entry {
    const { subresource } = where;
    const log = subresource !== undefined && subresource.schema === undefined;
    return {
      method: operation.method,
      parameters: log ? logParameters : this.#parameters(operation),
      document: {
        tags: [this.#words.tag],
        description: operation.says(this.#of(subresource)),
        operationId: this.#id(operation, where),
        ...this.#body(operation, subresource),
        responses: this.#responses(operation, subresource, log),
        ...this.#extensions(operation.action, this.#kindOf(subresource)),
      },
    };
  }

  #parameters({ action, parameters }: Operation): readonly ParameterName[] {
    return (this.#custom ? ofCustomKinds[action] : undefined) ?? parameters;
  }

  #connect(method: string, parameters: readonly ParameterName[], subresource: Subresource, suffix: string): Entry {
    const id = `connect${this.#words.id}${title(method)}${this.#kindWords(subresource)}${suffix}`;
    const ok = { description: 'OK', content: { '*/*': { schema: { type: 'string' } } } };
    return {
      method,
      parameters,
      document: {
        tags: [this.#words.tag],
        description: `Connects to the ${this.#of(subresource)}, by ${method.toUpperCase()}.`,
        operationId: id,
        responses: { '200': ok, '401': { description: 'Unauthorized' } },
        ...this.#extensions('connect', kindRef(subresource)),
      },
    };
  }

  #of(subresource: Subresource | undefined): string {
    return subresource === undefined ? this.#resource.kind : `${subresource.name} of a ${this.#resource.kind}`;
  }

  #kindWords(subresource: Subresource | undefined): string {
    const { namespaced, kind } = this.#resource;
    return `${namespaced ? 'Namespaced' : ''}${kind}${subresource === undefined ? '' : title(subresource.name)}`;
  }

  #id({ word, infix, suffix }: Operation, { subresource, everywhere = false }: Where): string {
    const words = everywhere ? this.#resource.kind : this.#kindWords(subresource);
    return `${word}${this.#words.id}${infix ?? ''}${words}${suffix ?? ''}${everywhere ? 'ForAllNamespaces' : ''}`;
  }

  /** The scale of a custom kind is named as the kind. */
  #kindOf(subresource: Subresource | undefined): KindRef {
    return kindRef(
      subresource === undefined || this.#custom || subresource.schema === undefined ? this.#resource : subresource,
    );
  }

  #body({ body, action }: Operation, subresource: Subresource | undefined): Document {
    if (body === undefined || (this.#custom && action === 'deletecollection')) return {};
    if (body === 'patch') {
      // Clients choose the form of their patches by this.
      const types = this.#custom ? patchTypes.filter((type) => type !== strategicPatch) : patchTypes;
      return { requestBody: { content: contentOf(types, this.#types.meta('Patch')), required: true } };
    }
    const types = this.#custom ? jsonAndYaml : ['*/*'];
    if (body === 'delete options')
      return { requestBody: { content: contentOf(types, this.#types.meta('DeleteOptions')) } };
    return { requestBody: { content: contentOf(types, this.#object(subresource)), required: true } };
  }

  #responses({ returns, codes, action }: Operation, subresource: Subresource | undefined, log: boolean): Document {
    const schema = log ? { type: 'string' } : this.#returned(returns, action, subresource);
    const content = this.#content(schema, returns);
    if (log) Object.assign(content, contentOf(['text/plain'], schema));
    const known = this.#custom && action === 'patch' ? codes.slice(0, 1) : codes;
    return {
      ...Object.fromEntries(known.map((code) => [String(code), { description: said[code], content }])),
      '401': { description: 'Unauthorized' },
    };
  }

  #returned(returns: Operation['returns'], action: string, subresource: Subresource | undefined): object {
    switch (returns) {
      case 'object':
        return this.#object(subresource);
      case 'list':
        return this.#types.listOf(this.#resource);
      case 'event':
        return this.#types.meta('WatchEvent');
      case 'status':
        return action === 'delete' && this.#resource.strategy.deleteReturnsObject === true
          ? this.#object(undefined)
          : this.#types.meta('Status');
    }
  }

  #object(subresource: Subresource | undefined): object {
    return this.#types.object(subresource?.schema ?? this.#resource.schema);
  }

  #content(schema: object, returns: Operation['returns']): Document {
    if (this.#custom) return contentOf(jsonAndYaml, schema);
    const protobuf = this.#vendor.fill('application/vnd.{maker}.protobuf');
    const streamed = returns === 'list' || returns === 'event';
    const types = [...jsonAndYaml, protobuf];
    return contentOf(
      streamed ? [...types, 'application/json;stream=watch', `${protobuf};stream=watch`] : types,
      schema,
    );
  }

  #extensions(action: string, kind: KindRef): Document {
    return {
      [this.#vendor.fill('x-{maker}-action')]: action,
      [this.#vendor.fill('x-{maker}-group-version-kind')]: kind,
    };
  }
}

interface Where {
  readonly subresource?: Subresource;
  /** Of all namespaces. */
  readonly everywhere?: boolean;
}

const said = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const;

function contentOf(types: readonly string[], schema: object): Document {
  return Object.fromEntries(types.toSorted().map((type) => [type, { schema }]));
}

function title(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function kindRef({ group, version, kind }: KindRef): KindRef {
  return { group, version, kind };
}
