import t from 'tap';
import { StatusError } from '../../../shared/object/status-error.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '1' } };
const where = { namespace: 'default', name: 'c' };

t.test('a get is synchronous when the cache shows the latest commit', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'default', body: configMap });
  const atOnce = () => api.answer(api.request('get', 'configmaps', where));
  // The first read after a write may come before the cache has seen it, and asks the store.
  let answer = atOnce();
  for (; answer instanceof Promise; answer = atOnce()) t.match(await answer, { status: 200 });
  t.equal(answer.status, 200);
  t.throws(() => api.answer(api.request('get', 'configmaps', { ...where, name: 'other' })), { code: 404 });
});

t.test('a get at version 0 is answered, and after the store is closed it fails with a Status', async (t) => {
  const api = await inProcess('orch');
  await api.call('create', 'configmaps', { namespace: 'default', body: configMap });
  t.equal((await api.call('get', 'configmaps', { ...where, query: 'resourceVersion=0' })).status, 200);
  await api.close();
  t.throws(() => api.answer(api.request('get', 'configmaps', where)), StatusError);
});
