import t from 'tap';

import { collectionOf, collectionPrefix, namespacePrefix, objectKey, parseKey } from './keys.ts';

t.test('keys are made of group, resource, namespace and name, and come apart again', (t) => {
  const pods = collectionPrefix({ group: '', resource: 'pods' });
  t.equal(pods, '/registry/core/pods/');
  t.equal(objectKey(pods, 'default', 'web'), '/registry/core/pods/default/web');
  t.equal(namespacePrefix(pods, 'default'), '/registry/core/pods/default/');
  t.same(parseKey('/registry/core/pods/default/web', true), {
    group: '',
    resource: 'pods',
    namespace: 'default',
    name: 'web',
  });
  const roles = collectionPrefix({ group: 'rbac.example', resource: 'clusterroles' });
  t.equal(objectKey(roles, '', 'system:admin'), '/registry/rbac.example/clusterroles/system:admin');
  t.same(parseKey('/registry/rbac.example/clusterroles/system:admin', false), {
    group: 'rbac.example',
    resource: 'clusterroles',
    namespace: '',
    name: 'system:admin',
  });
  t.end();
});

t.test('the collection of a key is its first segments; other keys have none', (t) => {
  t.equal(collectionOf('/registry/core/pods/default/web'), '/registry/core/pods/');
  t.equal(collectionOf('/registry/core/nodes/a'), '/registry/core/nodes/');
  t.equal(collectionOf('/registry/core/nodes/'), '/registry/core/nodes/');
  for (const key of ['/orchkit/compaction-marks', '/registry/core', '/registry/core/pods', '']) {
    t.equal(collectionOf(key), undefined, key);
  }
  t.end();
});

t.test('no name can leave its place', (t) => {
  const pods = collectionPrefix({ group: '', resource: 'pods' });
  for (const hostile of ['a/b', '/', '..', '.', '', 'a\0', '../secrets/x']) {
    t.throws(() => objectKey(pods, 'default', hostile), TypeError, hostile);
    if (hostile !== '') t.throws(() => objectKey(pods, hostile, 'a'), TypeError, hostile);
    t.throws(() => collectionPrefix({ group: '', resource: hostile }), TypeError, hostile);
  }
  t.equal(parseKey('/registry/core/pods/a/b/c', true), undefined);
  t.equal(parseKey('/registry/core/nodes/a/b', false), undefined);
  t.end();
});
