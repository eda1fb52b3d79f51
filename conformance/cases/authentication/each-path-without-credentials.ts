import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';

/** A dry run, so that a target which allows these requests is not changed by them. */
const query = { dryRun: 'All' };

/** Paths that are open to everyone. */
const open = ['/healthz', '/livez', '/readyz', '/version'];

export default {
  id: 'each-path-without-credentials',
  title: 'Callers without credentials MUST be refused on every path that is not public, with every method.',
  requirements: ['AUTHN-063', 'AUTHN-069', 'ERR-019'],
  needs: ['namespace', 'anonymous', 'rbac'],
  async run(c) {
    const paths = expectArray(await c.wire.get('/'), 'paths').map(String);
    const groups = expectArray(await c.wire.get('/apis'), 'groups');
    const versions = groups.flatMap((group) =>
      listAt(group, 'versions').map((each) => expectText(each, 'groupVersion')),
    );
    await createObject(c, c.resource('v1', 'configmaps').collection, configMap('a'));
    await createPod(c, pod('a'));
    await c.holds(['AUTHN-063', 'ERR-019'], async () => {
      const listed = paths.filter((path) => !open.some((each) => path === each || path.startsWith(`${each}/`)));
      const others = [
        '/',
        '/metrics',
        '/metrics/slis',
        '/logs',
        '/logs/',
        '/debug/pprof/',
        '/debug/flags/v',
        '/openapi/v2',
        '/openapi/v3',
      ];
      for (const path of new Set([...listed, ...others])) {
        expectStatus(await c.anonymous.get(path), 401, 403);
      }
      for (const root of ['/api/v1', ...versions.map((version) => `/apis/${version}`)]) {
        for (const resource of expectArray(await c.wire.get(root), 'resources')) {
          const { name, namespaced, verbs } = resource as { name: string; namespaced: boolean; verbs: string[] };
          const [type = '', part] = name.split('/');
          const collection = namespaced ? `${root}/namespaces/${c.namespace}/${type}` : `${root}/${type}`;
          const item = part === undefined ? `${collection}/a` : `${collection}/a/${part}`;
          if (verbs.includes('list')) {
            expectStatus(await c.anonymous.get(collection), 401, 403);
            expectStatus(await c.anonymous.get(`${root}/${type}`), 401, 403);
            expectStatus(await c.anonymous.get(collection, { query: { watch: '1', timeoutSeconds: '1' } }), 401, 403);
          }
          if (verbs.includes('get')) expectStatus(await c.anonymous.get(item), 401, 403);
          if (verbs.includes('create')) {
            const body = {
              apiVersion: root.replace(/^\/apis?\//, ''),
              kind: textAt(resource, 'kind'),
              metadata: { name: 'a' },
            };
            expectStatus(await c.anonymous.post(part === undefined ? collection : item, body, { query }), 401, 403);
          }
          if (verbs.includes('update')) expectStatus(await c.anonymous.put(item, {}, { query }), 401, 403);
          if (verbs.includes('patch')) expectStatus(await c.anonymous.patch(item, 'merge', {}, { query }), 401, 403);
          if (verbs.includes('delete')) expectStatus(await c.anonymous.delete(item, undefined, { query }), 401, 403);
          if (verbs.includes('deletecollection'))
            expectStatus(await c.anonymous.delete(collection, undefined, { query }), 401, 403);
        }
      }
    });
    await c.holds('AUTHN-069', async () => {
      for (const path of open) expectOk(await c.anonymous.get(path));
    });
  },
} satisfies Case;
