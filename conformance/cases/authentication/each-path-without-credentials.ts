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
        const listing = await c.wire.get(root);
        // Kinds that other cases declare come and go.
        if (listing.status === 404 && root.includes('conformance.example')) continue;
        for (const resource of expectArray(listing, 'resources')) {
          const { name, namespaced, verbs } = resource as { name: string; namespaced: boolean; verbs: string[] };
          const [type = '', part] = name.split('/');
          const collection = namespaced ? `${root}/namespaces/${c.namespace}/${type}` : `${root}/${type}`;
          const item = part === undefined ? `${collection}/a` : `${collection}/a/${part}`;
          const refused = async (answer: ReturnType<typeof c.anonymous.get>) => expectStatus(await answer, 401, 403);
          const body = {
            apiVersion: root.replace(/^\/apis?\//, ''),
            kind: textAt(resource, 'kind'),
            metadata: { name: 'a' },
          };
          // Those of one resource together: there are hundreds, and a case has a limit.
          const methods = {
            list: () => [
              refused(c.anonymous.get(collection)),
              refused(c.anonymous.get(`${root}/${type}`)),
              refused(c.anonymous.get(collection, { query: { watch: '1', timeoutSeconds: '1' } })),
            ],
            get: () => [refused(c.anonymous.get(item))],
            create: () => [refused(c.anonymous.post(part === undefined ? collection : item, body, { query }))],
            update: () => [refused(c.anonymous.put(item, {}, { query }))],
            patch: () => [refused(c.anonymous.patch(item, 'merge', {}, { query }))],
            delete: () => [refused(c.anonymous.delete(item, undefined, { query }))],
            deletecollection: () => [refused(c.anonymous.delete(collection, undefined, { query }))],
          };
          await Promise.all(Object.entries(methods).flatMap(([verb, asked]) => (verbs.includes(verb) ? asked() : [])));
        }
      }
    });
    await c.holds('AUTHN-069', async () => {
      for (const path of open) expectOk(await c.anonymous.get(path));
    });
  },
} satisfies Case;
