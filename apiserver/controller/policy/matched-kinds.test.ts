import t from 'tap';
import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { KindDiscovery } from './matched-kinds.ts';

const letters = 'a b c d e f g h i j k l'.split(' ');

/** What is served, by path. */
const served: Readonly<Record<string, object>> = {
  '/api/v1': {
    resources: [
      { name: 'pods', singularName: 'pod', kind: 'Pod' },
      { name: 'pods/status', singularName: '', kind: 'Pod' },
      { name: 'bindings', singularName: '', kind: 'Binding' },
    ],
  },
  '/apis': {
    groups: [
      { name: 'apps', versions: [{ version: 'v1' }] },
      { name: 'many', versions: [{ version: 'v2' }] },
    ],
  },
  '/apis/apps/v1': { resources: [{ name: 'deployments', singularName: 'deployment', kind: 'Deployment' }] },
  '/apis/many/v2': { resources: letters.map((name) => ({ name, singularName: name, kind: name.toUpperCase() })) },
};

async function kindsOf(...rules: Parameters<KindDiscovery['kindsOf']>[0]): Promise<readonly string[]> {
  const asked: string[] = [];
  const request = async ({ path }: { readonly path: string }): Promise<object> => {
    asked.push(path);
    const found = served[path];
    if (found === undefined)
      throw new StatusError({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        reason: 'NotFound',
        code: 404,
      });
    return found;
  };
  const client = { request } as unknown as ApiClient;
  const kinds = await new KindDiscovery(client, new AbortController().signal).kindsOf(rules);
  t.equal(new Set(asked).size, asked.length, 'each path is asked for once');
  return kinds.map(({ group, version, kind }) => `${group}/${version}/${kind}`);
}

t.test('the kinds of named resources, by plural or singular, in their order and each once', async (t) => {
  const core = { apiGroups: [''], apiVersions: ['v1'], resources: ['bindings', 'Pod', 'pods', 'pods/status'] };
  const apps = { apiGroups: ['apps'], apiVersions: ['v1', 'v9'], resources: ['deployments', 'none'] };
  t.strictSame(await kindsOf(apps, core, core), ['/v1/Binding', '/v1/Pod', 'apps/v1/Deployment']);
  t.strictSame(await kindsOf({ ...core, resources: ['deployments'] }), ['apps/v1/Deployment'], 'a group left open');
});

t.test('rules with wildcards name no kinds', async (t) => {
  t.strictSame(await kindsOf({ apiGroups: ['*'], apiVersions: ['v1'], resources: ['pods'] }), []);
  t.strictSame(await kindsOf({ apiGroups: ['apps'], apiVersions: ['*'], resources: ['deployments'] }), []);
  t.strictSame(await kindsOf({ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['*', '*/scale'] }), []);
  t.strictSame(await kindsOf({}), []);
});

t.test('of one rule ten kinds at most', async (t) => {
  const rule = { apiGroups: ['many'], apiVersions: ['v2'], resources: letters };
  t.strictSame(
    await kindsOf(rule),
    letters.slice(0, 10).map((letter) => `many/v2/${letter.toUpperCase()}`),
  );
  t.equal((await kindsOf({ ...rule, resources: letters.slice(0, 9) })).length, 9);
});
