import t from 'tap';
import { StatusError } from '../../../shared/object/status-error.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '1' } };
const where = { namespace: 'default', name: 'c' };

t.test('an object is there, or is missing, at once when the cache shows what was committed last', async (t) => {
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

t.test('a version that has to be waited for is waited for, and a store that is closed is told', async (t) => {
  const api = await inProcess('orch');
  await api.call('create', 'configmaps', { namespace: 'default', body: configMap });
  t.equal((await api.call('get', 'configmaps', { ...where, query: 'resourceVersion=0' })).status, 200);
  await api.close();
  t.throws(() => api.answer(api.request('get', 'configmaps', where)), StatusError);
});
