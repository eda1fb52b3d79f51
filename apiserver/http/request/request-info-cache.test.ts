import t from 'tap';
import { RequestInfoCache } from './request-info-cache.ts';

const pod = '/api/v1/namespaces/a/pods/b';

t.test('a second read of a path returns the cached object, which is frozen', async (t) => {
  const known = new RequestInfoCache();
  for (const path of [pod, '/api/v1/pods', '/apis/apps/v1/namespaces/a/deployments?labelSelector=a%3Db&limit=5']) {
    const first = known.read('GET', path);
    t.equal(known.read('GET', path), first);
    t.match(first, { kind: 'resource', shared: true });
    t.ok(Object.isFrozen(first));
  }
  t.equal(known.read('GET', '/api/v1/pods?limit=5').query.get('limit'), '5');
  t.equal(known.read('GET', '/api/v1/pods').query.get('limit'), null);
});

t.test('the cache has paths of creates, separate from reads', async (t) => {
  const known = new RequestInfoCache();
  for (const path of [
    '/api/v1/namespaces/a/pods',
    '/api/v1/nodes',
    '/apis/apps/v1/namespaces/a/deployments?dryRun=All',
  ]) {
    const read = known.read('GET', path);
    const created = known.read('POST', path);
    t.match([read, created], [{ verb: 'list' }, { verb: 'create', shared: true }]);
    t.strictSame([known.read('GET', path), known.read('POST', path)], [read, created]);
    t.equal(known.read('POST', path), created);
    t.ok(Object.isFrozen(created));
  }
  for (const path of [pod, `${pod}/binding`]) t.not(known.read('POST', path), known.read('POST', path), path);
});

t.test('other methods, watches, sub-resources, non-resource paths and long paths are parsed each time', async (t) => {
  const known = new RequestInfoCache();
  known.read('GET', pod);
  t.match(known.read('DELETE', pod), { verb: 'delete', shared: false });
  t.match(known.read('HEAD', pod), { verb: 'get', shared: false });
  for (const path of [
    `${pod}?watch=1`,
    `${pod}/log`,
    `${pod}/proxy/x`,
    '/readyz',
    `/api/v1/pods?x=${'y'.repeat(300)}`,
  ]) {
    const first = known.read('GET', path);
    t.not(known.read('GET', path), first, path);
  }
});

t.test('a client that asks for ever new paths evicts unused entries, and entries in use stay', async (t) => {
  const known = new RequestInfoCache();
  const asked = known.read('GET', pod);
  const once = known.read('GET', `${pod}-once`);
  for (let index = 0; index < 2000; index += 1) {
    known.read('GET', `/api/v1/namespaces/a/pods/p-${index}`);
    if (index % 100 === 0) t.equal(known.read('GET', pod), asked);
  }
  const again = known.read('GET', `${pod}-once`);
  t.not(again, once);
  t.strictSame(again, once);
});

t.test('a path that cannot be read is refused each time', async (t) => {
  const known = new RequestInfoCache();
  for (const _time of [1, 2]) t.throws(() => known.read('GET', '/api/v1/pods/%zz'), { code: 400 });
});
