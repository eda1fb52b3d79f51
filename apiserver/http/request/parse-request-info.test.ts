import t from 'tap';
import { StatusError } from '../../../shared/object/status-error.ts';
import { parseRequestInfo } from './parse-request-info.ts';
import type { ResourceRequestInfo } from '../contract/request-info.ts';

function resource(method: string, url: string): ResourceRequestInfo {
  const info = parseRequestInfo(method, url);
  if (info.kind !== 'resource') {
    throw new Error(`${url} was read as a path`);
  }
  return info;
}

t.test('a pair of the query that cannot be decoded, or holds a semicolon, is as if it were not there', async (t) => {
  const { query } = resource('GET', '/api/v1/pods?limit=1;limit=2&a=%zz&b=%41&%=1&c');
  t.strictSame(
    [...query],
    [
      ['b', 'A'],
      ['c', ''],
    ],
  );
  t.equal(resource('GET', '/api/v1/pods?watch=1;x').verb, 'list');
});

const rows: readonly [method: string, url: string, expected: Partial<ResourceRequestInfo>][] = [
  ['GET', '/api/v1/pods', { verb: 'list', group: '', version: 'v1', resource: 'pods', namespace: '', name: '' }],
  ['GET', '/api/v1/pods/', { verb: 'list', resource: 'pods', name: '' }],
  ['GET', '/api/v1/namespaces/a/pods/b/', { verb: 'get', name: 'b', subresource: '' }],
  ['GET', '/api/v1/pods?watch=1', { verb: 'watch' }],
  ['GET', '/api/v1/pods?watch', { verb: 'watch' }],
  ['GET', '/api/v1/pods?watch=false', { verb: 'list' }],
  ['GET', '/api/v1/namespaces/a/pods/b', { verb: 'get', namespace: 'a', name: 'b' }],
  ['GET', '/api/v1/namespaces/a/pods/b?watch=true', { verb: 'watch', namespace: 'a', name: 'b' }],
  ['HEAD', '/api/v1/namespaces/a/pods/b', { verb: 'get' }],
  ['HEAD', '/api/v1/namespaces/a/pods', { verb: 'list' }],
  ['POST', '/api/v1/namespaces/a/pods', { verb: 'create' }],
  ['PUT', '/api/v1/namespaces/a/pods/b', { verb: 'update' }],
  ['PATCH', '/api/v1/namespaces/a/pods/b/status', { verb: 'patch', subresource: 'status' }],
  ['DELETE', '/api/v1/namespaces/a/pods/b', { verb: 'delete' }],
  ['DELETE', '/api/v1/namespaces/a/pods', { verb: 'deletecollection' }],
  ['BREW', '/api/v1/namespaces/a/pods', { verb: '' }],
  ['GET', '/api/v1/namespaces', { verb: 'list', resource: 'namespaces', namespace: '', name: '' }],
  ['GET', '/api/v1/namespaces/a', { verb: 'get', resource: 'namespaces', namespace: 'a', name: 'a' }],
  ['PUT', '/api/v1/namespaces/a/finalize', { resource: 'namespaces', name: 'a', subresource: 'finalize' }],
  [
    'GET',
    '/apis/apps/v1/namespaces/a/deployments/b/scale',
    { group: 'apps', resource: 'deployments', subresource: 'scale' },
  ],
  [
    'GET',
    '/api/v1/nodes/n/proxy/a//b%2F?x=1',
    { resource: 'nodes', name: 'n', subresource: 'proxy', subpath: '/a//b%2F' },
  ],
  ['GET', '/api/v1/nodes/n/proxy', { subresource: 'proxy', subpath: '' }],
  ['GET', '/api/v1/nodes/n/proxy/', { subresource: 'proxy', subpath: '/' }],
  ['GET', '/api/v1/namespaces/a/pods/b/proxy/../c', { subresource: 'proxy', subpath: '/../c' }],
  ['GET', '/api/v1/watch/namespaces/a/pods/b', { verb: 'watch', namespace: 'a', resource: 'pods', name: 'b' }],
  ['GET', '/api/v1/watch/pods', { verb: 'watch', resource: 'pods', namespace: '' }],
  ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dx', { verb: 'list', name: 'x', nameFromSelector: true }],
  ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dx/y', { verb: 'list', name: '', nameFromSelector: false }],
  ['GET', '/api/v1/pods?fieldSelector=metadata.name%3D..', { verb: 'list', name: '', nameFromSelector: false }],
  ['GET', '/apis/rbac/v1/clusterroles/system%3Anode', { name: 'system:node' }],
];

for (const [method, url, expected] of rows) {
  t.test(`${method} ${url} is read as ${JSON.stringify(expected)} (AUTHZ-024)`, async (t) => {
    t.match(resource(method, url), expected);
  });
}

for (const url of [
  '/',
  '/api',
  '/api/v1',
  '/apis/apps/v1',
  '/livez',
  '/api/v1/',
  '/api/v1/watch/',
  '/apis//v1/pods',
  '/apis/v1/pods',
  '/api/v1//pods',
  '/api/v1/pods//',
  '/version',
]) {
  t.test(`${url} is a path and no resource`, async (t) => {
    t.match(parseRequestInfo('GET', url), { kind: 'path', verb: 'get', path: url });
  });
}

const refused = [
  '/api/v1/pods/%zz',
  '/api/v1/namespaces/../pods',
  '/api/v1/namespaces/%2e%2e/pods',
  '/api/v1/pods/a%2Fb',
  '/%e0%a4',
];
for (const url of refused) {
  t.test(`${url} is refused with 400`, async (t) => {
    t.throws(() => parseRequestInfo('GET', url), StatusError);
    try {
      parseRequestInfo('GET', url);
    } catch (error) {
      t.equal(error instanceof StatusError && error.code, 400);
    }
  });
}

for (const [query, verb] of [
  ['watch', 'watch'],
  ['watch=', 'watch'],
  ['watch=1', 'watch'],
  ['watch=no', 'watch'],
  ['watch=0', 'list'],
  ['watch=false', 'list'],
  ['watch=False', 'list'],
  ['watch=FALSE', 'list'],
]) {
  t.test(`?${query} is a ${verb}`, async (t) => {
    t.match(parseRequestInfo('GET', `/api/v1/pods?${query}`), { kind: 'resource', verb });
  });
}
