import t from 'tap';

import * as requests from './request.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

t.test('paths hold group, version, namespace, name and sub-resource', (t) => {
  t.equal(requests.pathOf(pods), '/api/v1/pods');
  t.equal(
    requests.pathOf({ ...pods, namespace: 'a', name: 'b', subresource: 'status' }),
    '/api/v1/namespaces/a/pods/b/status',
  );
  t.equal(requests.pathOf({ ...deployments, namespace: 'a' }), '/apis/apps/v1/namespaces/a/deployments');
  t.equal(requests.pathOf({ ...deployments, name: 'system:node é' }), '/apis/apps/v1/deployments/system:node%20%C3%A9');
  t.end();
});

t.test('a name that would lead elsewhere is refused', (t) => {
  for (const name of ['', '.', '..', 'a/b', 'a%2fb']) {
    t.throws(() => requests.getRequest({ ...pods, namespace: 'x', name }), { message: /cannot be a name in a path/ });
  }
  t.throws(() => requests.pathOf({ ...pods, namespace: '../..' }), { message: /cannot be a namespace/ });
  t.throws(() => requests.pathOf({ ...pods, subresource: 'log' }), { message: /needs a name/ });
  t.end();
});

t.test('options become query parameters, percent-encoded', (t) => {
  t.equal(
    requests.listRequest(pods, {
      limit: 5,
      labelSelector: 'a in (b,c)',
      resourceVersion: '0',
      resourceVersionMatch: 'NotOlderThan',
    }).path,
    '/api/v1/pods?limit=5&labelSelector=a%20in%20(b%2Cc)&resourceVersion=0&resourceVersionMatch=NotOlderThan',
  );
  t.equal(
    requests.watchRequest(pods, { allowWatchBookmarks: true }).path,
    '/api/v1/pods?allowWatchBookmarks=true&watch=true',
  );
  t.match(requests.createRequest(pods, { a: 2n ** 60n }, { fieldManager: 'me', dryRun: true }), {
    method: 'POST',
    path: '/api/v1/pods?fieldManager=me&dryRun=All',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1152921504606846976}',
  });
  t.equal(requests.updateRequest({ ...pods, name: 'x' }, {}, { dryRun: false }).path, '/api/v1/pods/x');
  t.end();
});

t.test('each patch type has its media type', (t) => {
  const target = { ...pods, namespace: 'a', name: 'b' };
  const type = (name: requests.PatchType): string | undefined =>
    requests.patchRequest(target, name, []).headers['content-type'];
  t.equal(type('json'), 'application/json-patch+json');
  t.equal(type('merge'), 'application/merge-patch+json');
  t.equal(type('strategic'), 'application/strategic-merge-patch+json');
  t.equal(type('apply'), 'application/apply-patch+yaml');
  t.equal(
    requests.patchRequest(target, 'apply', {}, { fieldManager: 'me', force: true }).path,
    '/api/v1/namespaces/a/pods/b?fieldManager=me&force=true',
  );
  t.end();
});

t.test('a delete has a body only when there are options, and its dry run is a list there', (t) => {
  const target = { ...pods, namespace: 'a', name: 'b' };
  t.strictSame(requests.deleteRequest(target), {
    method: 'DELETE',
    path: '/api/v1/namespaces/a/pods/b',
    headers: { accept: 'application/json' },
  });
  const { body, path } = requests.deleteRequest(target, {
    propagationPolicy: 'Foreground',
    preconditions: { uid: 'u' },
    dryRun: true,
  });
  t.equal(path, '/api/v1/namespaces/a/pods/b');
  t.strictSame(JSON.parse(body ?? ''), {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Foreground',
    preconditions: { uid: 'u' },
    dryRun: ['All'],
  });
  t.equal(requests.deleteCollectionRequest(pods, { labelSelector: 'a=b' }).path, '/api/v1/pods?labelSelector=a%3Db');
  t.end();
});
