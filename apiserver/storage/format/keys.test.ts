import t from 'tap';

import { collectionOf, collectionPrefix, objectKey } from './keys.ts';

t.test('keys are made of group, resource, namespace and name', (t) => {
  const pods = collectionPrefix({ group: '', resource: 'pods' });
  t.equal(pods, '/registry/core/pods/');
  t.equal(objectKey(pods, 'default', 'web'), '/registry/core/pods/default/web');
  const roles = collectionPrefix({ group: 'rbac.example', resource: 'clusterroles' });
  t.equal(objectKey(roles, '', 'system:admin'), '/registry/rbac.example/clusterroles/system:admin');
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
  t.end();
});
