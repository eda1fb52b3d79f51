// Answers `/api`, `/apis` and the resource lists below them: one by one, or all in one document when the client asks for
// the aggregated form (wire sections 4.1 and 4.2). Documents are made when first asked for, and kept.

import { badRequest } from '../../shared/object/errors.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AnswerPath, Mount } from '../http/answer-path.ts';
import type { Resource } from '../registry/resource.ts';
import { groupDiscoveryList } from './aggregated.ts';
import { asksForAggregated } from './aggregated-accept.ts';
import type { Group } from './groups.ts';
import { groupsOf } from './groups.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import type { Published } from './published.ts';
import { publishedAnswer, publishedOf } from './published.ts';

export interface DiscoveryParts {
  readonly vendor: Vendor;
  readonly resources: readonly Resource[];
  /** Host and port as clients reach the server. */
  readonly serverAddress: () => string;
}

const pathLimit = 1024;

/** Handlers for `/api`, `/apis` and everything below. */
export function discoveryMounts(parts: DiscoveryParts): readonly Mount[] {
  const answer = discovery(parts);
  return ['/api', '/api/', '/apis', '/apis/'].map((path) => ({ path, answer }));
}

function discovery({ vendor, resources, serverAddress }: DiscoveryParts): AnswerPath {
  const groups = groupsOf(resources);
  const kept = new Map<string, Published>();
  const keep = (key: string, make: () => object): Published => {
    const published = kept.get(key) ?? publishedOf(make());
    kept.set(key, published);
    return published;
  };
  const aggregatedType = vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
  const core = groups.filter((group) => group.name === '');
  const named = groups.filter((group) => group.name !== '');
  return (question) => {
    const path = question.path.length > 1 && question.path.endsWith('/') ? question.path.slice(0, -1) : question.path;
    if (path.length > pathLimit) throw badRequest('the path is too long');
    if ((path === '/api' || path === '/apis') && asksForAggregated(question.accept, vendor)) {
      const document = keep(`aggregated ${path}`, () => groupDiscoveryList(vendor, path === '/api' ? core : named));
      return publishedAnswer(question, document, { 'cache-control': 'public' }, aggregatedType);
    }
    const make = legacyDocument(path, groups, serverAddress);
    return make === undefined ? undefined : publishedAnswer(question, keep(path, make));
  };
}

/** How the document of a path is made; undefined: nothing is served there. */
function legacyDocument(
  path: string,
  groups: readonly Group[],
  serverAddress: () => string,
): (() => object) | undefined {
  const [, root, first, second, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (first === undefined)
    return root === 'api' ? () => apiVersions(groups, serverAddress()) : () => apiGroupList(groups);
  if (root === 'api' && second !== undefined) return undefined;
  const [groupName, versionName] = root === 'api' ? ['', first] : [first, second];
  const group = groups.find(({ name }) => name === groupName && (root === 'api') === (name === ''));
  if (group === undefined) return undefined;
  if (versionName === undefined) return () => apiGroup(group);
  const version = group.versions.find((entry) => entry.version === versionName);
  return version === undefined ? undefined : () => apiResourceList(group, version);
}
