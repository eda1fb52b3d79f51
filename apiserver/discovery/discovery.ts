// Answers `/api`, `/apis` and the resource lists below them: one by one, or all in one document when the client asks for the
// aggregated form, in any format of resources. Documents are made when first asked for, and kept until their resources change.

import { contentTypeOf, type Format, isPretty, negotiateResponse } from '../../shared/codec/negotiation/negotiate.ts';
import { toYaml } from '../../shared/codec/yaml/yaml-writer.ts';
import { badRequest } from '../../shared/object/errors.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { PathHandler, Mount, PathRequest } from '../http/contract/path-handler.ts';
import type { ProtobufCodec } from '../registry/representation/output/protobuf-codec.ts';
import type { Resources } from '../registry/contract/resource.ts';
import { derived } from '../registry/derived.ts';
import { groupDiscoveryList } from './aggregated.ts';
import { aggregatedFormat, discoveryFormats } from './aggregated-accept.ts';
import type { Group } from './groups.ts';
import { groupsOf, withRemote } from './groups.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import type { Published } from './published.ts';
import { noRemoteGroups, type RemoteGroups } from './remote-groups.ts';
import { publishedResponse, publishedBytes, wholeResponse } from './published.ts';

export interface DiscoveryParts {
  readonly vendor: Vendor;
  readonly resources: Pick<Resources, 'version' | 'all' | 'settle'>;
  /** Versions that other servers answer. Default: none. */
  readonly remote?: RemoteGroups;
  readonly protobuf: ProtobufCodec;
  /** Host and port as clients reach the server. */
  readonly serverAddress: () => string;
}

const pathLimit = 1024;

/** Handlers for `/api`, `/apis` and everything below. */
export function discoveryMounts(parts: DiscoveryParts): readonly Mount[] {
  const answer = discovery(parts);
  return ['/api', '/api/', '/apis', '/apis/'].map((path) => ({ path, answer }));
}

interface ServedGroups {
  /** Those that this server answers. */
  readonly local: readonly Group[];
  /** With those that other servers answer. */
  readonly groups: readonly Group[];
}

/** What is made once for as long as `of` is there. */
interface Document {
  readonly of: object;
  readonly make: () => object;
}

/** Documents as they leave. */
interface Form {
  readonly format: Format;
  readonly pretty: boolean;
}

function discovery({
  vendor,
  resources,
  remote = noRemoteGroups,
  protobuf,
  serverAddress,
}: DiscoveryParts): PathHandler {
  // Both only grow.
  const everything = {
    get version() {
      return resources.version + remote.version;
    },
    get all() {
      return resources.all;
    },
    settle: () => resources.settle(),
  };
  const served = derived<ServedGroups>(everything, (all, before) => {
    const local = groupsOf(all, before?.local);
    return { local, groups: withRemote(vendor, local, remote.all()) };
  });
  const kept = new WeakMap<object, Map<string, Published>>();
  const keep = ({ of, make }: Document, what: string, form: Form): Published => {
    const documents = kept.get(of) ?? new Map<string, Published>();
    kept.set(of, documents);
    const key = `${what} ${form.format} ${form.pretty}`;
    const published = documents.get(key) ?? publishedBytes(encoded(protobuf, form, make()));
    documents.set(key, published);
    return published;
  };
  const aggregatedParameters = vendor.fill(';g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
  const routed = discoveryFormats.map((format) => contentTypeOf(format, vendor));
  return (question) => {
    const all = served();
    const { groups } = all;
    const path = question.path.length > 1 && question.path.endsWith('/') ? question.path.slice(0, -1) : question.path;
    if (path.length > pathLimit) throw badRequest('the path is too long');
    const format = path === '/api' || path === '/apis' ? aggregatedFormat(question.accept, vendor) : undefined;
    if (format !== undefined) {
      const members = groups.filter((group) => (path === '/api') === (group.name === ''));
      const whole = { of: all, make: () => groupDiscoveryList(vendor, members) };
      const document = keep(whole, `all of ${path}`, { format, pretty: wantsPretty(question) });
      const type = `${contentTypeOf(format, vendor)}${aggregatedParameters}`;
      return publishedResponse(question, document, { 'cache-control': 'public' }, type);
    }
    const document = legacyDocument(path, all, serverAddress);
    if (document === undefined) return undefined;
    const form = negotiateResponse(question.accept, {
      vendor,
      formats: discoveryFormats,
      allowTable: false,
      allowPartial: false,
      pretty: wantsPretty(question),
      ...(isRouted(path) ? { routed } : {}),
    });
    return wholeResponse(keep(document, path, form), form.contentType);
  };
}

/** Lists of versions of the core and of resources have routes of their own; the lists of groups do not. */
function isRouted(path: string): boolean {
  return path.startsWith('/api/') || path === '/api' || path.split('/').length > 3;
}

function wantsPretty({ query, headers }: PathRequest): boolean {
  const agent = headers['user-agent'];
  return isPretty(query.get('pretty'), typeof agent === 'string' ? agent : '');
}

function encoded(protobuf: ProtobufCodec, { format, pretty }: Form, document: object): Buffer {
  if (format === 'yaml') return Buffer.from(toYaml({ ...document }));
  // In the envelope even the documents that have no version are of one.
  if (format === 'protobuf') return protobuf.encode({ apiVersion: 'v1', ...document });
  return Buffer.from(pretty ? JSON.stringify(document, null, 2) : `${JSON.stringify(document)}\n`);
}

/** The document of a path; undefined: nothing is served there. */
function legacyDocument(path: string, all: ServedGroups, serverAddress: () => string): Document | undefined {
  const { groups } = all;
  const [, root, first, second, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (first === undefined) {
    const make = () => (root === 'api' ? apiVersions(groups, serverAddress()) : apiGroupList(groups));
    return { of: all, make };
  }
  if (root === 'api' && second !== undefined) return undefined;
  const [groupName, versionName] = root === 'api' ? ['', first] : [first, second];
  const group = groups.find(({ name }) => name === groupName && (root === 'api') === (name === ''));
  if (group === undefined) return undefined;
  if (versionName === undefined) return { of: group, make: () => apiGroup(group) };
  const version = group.versions.find((entry) => entry.version === versionName);
  return version === undefined ? undefined : { of: version, make: () => apiResourceList(group, version) };
}
