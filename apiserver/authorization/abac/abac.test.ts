import t from 'tap';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Attributes, PathAttributes, ResourceAttributes } from '../contract/authorizer.ts';
import { abacAuthorizer } from './authorizer.ts';
import { parseAbacPolicies } from './policy.ts';

const vendor = vendorOf('orch');
const line = (spec: object): string =>
  JSON.stringify({ apiVersion: vendor.fill('abac.authorization.{label}/v1beta1'), kind: 'Policy', spec });
const policies = (...lines: string[]) => parseAbacPolicies(lines.join('\n'), vendor).policies;
const user = (username: string, ...groups: string[]) => ({ username, groups, extra: new Map<string, string[]>() });
const anyone = user('u', 'system:authenticated');

function pods(more: Partial<ResourceAttributes> = {}): Attributes {
  const blank = { group: '', version: 'v1', subresource: '', name: '' };
  return { kind: 'resource', user: anyone, verb: 'get', resource: 'pods', namespace: 'n', ...blank, ...more };
}

function path(more: Partial<PathAttributes> = {}): Attributes {
  return { kind: 'path', user: anyone, verb: 'get', path: '/version', ...more };
}

async function allowed(lines: readonly string[], attributes: Attributes): Promise<boolean> {
  return (await abacAuthorizer(policies(...lines)).authorize(attributes)).outcome === 'allow';
}

t.test(
  'a policy names user or group; if it names both, both must match (ABAC-006, ABAC-007, ABAC-008, ABAC-009)',
  async (t) => {
    const all = { apiGroup: '*', namespace: '*', resource: '*', nonResourcePath: '*' };
    t.equal(await allowed([line({ ...all, user: 'u' })], pods()), true);
    t.equal(await allowed([line({ ...all, user: 'U' })], pods()), false);
    t.equal(await allowed([line({ ...all, group: 'g' })], pods({ user: user('x', 'f', 'g') })), true);
    t.equal(await allowed([line({ ...all, group: 'g' })], pods()), false);
    t.equal(await allowed([line({ ...all, user: 'u', group: 'g' })], pods()), false);
    t.equal(await allowed([line({ ...all, group: 'system:authenticated' })], pods()), true);
    const stranger = user('system:anonymous', 'system:unauthenticated');
    t.equal(await allowed([line({ ...all, group: 'system:unauthenticated' })], path({ user: stranger })), true);
    for (const everybody of [{ user: '*' }, { group: '*' }, { user: '*', group: 'x' }]) {
      t.equal(await allowed([line({ ...all, ...everybody })], pods()), true);
      t.equal(await allowed([line({ ...all, ...everybody })], pods({ user: stranger })), false, 'never who is unknown');
    }
    t.equal(await allowed([line(all)], pods()), false, 'a policy without a user or group');
  },
);

t.test(
  'resources match by group, namespace and name of the resource (ABAC-010, ABAC-011, ABAC-012, ABAC-017)',
  async (t) => {
    const policy = { user: 'u', apiGroup: '', namespace: 'n', resource: 'pods' };
    t.equal(await allowed([line(policy)], pods()), true);
    t.equal(await allowed([line(policy)], pods({ subresource: 'log' })), true);
    t.equal(await allowed([line(policy)], pods({ group: 'apps' })), false);
    t.equal(await allowed([line({ ...policy, apiGroup: '*' })], pods({ group: 'apps' })), true);
    t.equal(await allowed([line(policy)], pods({ namespace: '' })), false, 'of the cluster');
    t.equal(await allowed([line({ ...policy, namespace: '' })], pods({ namespace: '' })), true);
    t.equal(await allowed([line({ ...policy, namespace: '*' })], pods({ namespace: '' })), true);
    t.equal(await allowed([line({ ...policy, resource: '*' })], pods({ resource: 'secrets' })), true);
    t.equal(await allowed([line(policy)], pods({ resource: 'secrets' })), false);
    t.equal(await allowed([line({ user: 'u', nonResourcePath: '*' })], pods()), false, 'a policy of paths');
  },
);

t.test('paths match whole, below one, or all (ABAC-013, ABAC-014)', async (t) => {
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '*' })], path()), true);
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '/version' })], path()), true);
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '/foo/*' })], path({ path: '/foo/bar' })), true);
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '/foo/*' })], path({ path: '/foo' })), false);
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '/foo/*' })], path({ path: '/other' })), false);
  t.equal(await allowed([line({ user: 'u', nonResourcePath: '/foo/**' })], path({ path: '/foo/bar' })), true);
  t.equal(await allowed([line({ user: 'u', resource: '*', namespace: '*' })], path()), false, 'a policy of resources');
});

t.test('readonly allows only reads (ABAC-015, ABAC-016); one line is enough (ABAC-018)', async (t) => {
  const reader = line({
    user: 'u',
    apiGroup: '*',
    namespace: '*',
    resource: '*',
    nonResourcePath: '*',
    readonly: true,
  });
  for (const verb of ['get', 'list', 'watch']) t.equal(await allowed([reader], pods({ verb })), true, verb);
  for (const verb of ['create', 'update', 'patch', 'delete', 'deletecollection', 'bind']) {
    t.equal(await allowed([reader], pods({ verb })), false, verb);
  }
  t.equal(await allowed([reader], path()), true);
  t.equal(await allowed([reader], path({ verb: 'post' })), false);
  t.equal(await allowed([line({ user: 'x' }), reader], pods()), true);
  t.strictSame(await abacAuthorizer([]).authorize(pods()), { outcome: 'no-opinion', reason: 'No policy matched.' });
});

t.test('rules are those of the namespace (REVIEW-023)', async (t) => {
  const held = abacAuthorizer(
    policies(
      line({ user: 'u', apiGroup: 'apps', namespace: 'n', resource: 'deployments', readonly: true }),
      line({ group: '*', namespace: '*', nonResourcePath: '/v*' }),
      line({ user: 'u', namespace: 'other', resource: 'pods' }),
    ),
  );
  t.strictSame(await held.rulesFor(anyone, 'n'), {
    incomplete: false,
    rules: [
      { verbs: ['get', 'list', 'watch'], apiGroups: ['apps'], resources: ['deployments'] },
      { verbs: ['*'], nonResourceURLs: ['/v*'] },
    ],
  });
});

t.test('the file is read line by line; an invalid line is refused with its number (ABAC-001 to ABAC-005)', (t) => {
  const good = line({ user: 'u' });
  t.equal(policies('# said of u', '', `  ${good}  `, '   ', good).length, 2);
  const refused: readonly [string, RegExp][] = [
    ['[', /^line 2: /],
    [`[${good}]`, /^line 2: it is not an object$/],
    [good.replace('v1beta1', 'v2'), /^line 2: it must be kind Policy of abac\.authorization\.orch\.io\/v1beta1, not /],
    [good.replace('"Policy"', '"Rule"'), /^line 2: it must be kind Policy/],
    [good.replace('"kind":"Policy",', ''), /^line 2: it must be kind Policy/],
    [line({ user: 7 }), /^line 2: user is not a string$/],
    [line({ readonly: 'yes' }), /^line 2: readonly is neither true nor false$/],
    [line({ user: 'x'.repeat(70_000) }), /^line 2: it is longer than 65536 bytes$/],
  ];
  for (const [text, message] of refused) {
    t.throws(() => policies(good, text), { name: 'AbacPolicyError', message }, text.slice(0, 80));
  }
  t.end();
});

t.test('a line without a version has the old format, where an absent field matches everything', async (t) => {
  const { policies: read, unversioned } = parseAbacPolicies('{}\n{"user":"u","readonly":true,"namespace":"n"}', vendor);
  t.equal(unversioned, 2);
  const [all, some] = read.map((policy) => abacAuthorizer([policy]));
  t.equal((await all?.authorize(pods({ group: 'apps' })))?.outcome, 'allow');
  t.equal((await all?.authorize(path()))?.outcome, 'allow');
  t.equal((await some?.authorize(pods({ resource: 'secrets' })))?.outcome, 'allow');
  t.equal((await some?.authorize(pods({ verb: 'delete' })))?.outcome, 'no-opinion');
  t.equal((await some?.authorize(path()))?.outcome, 'no-opinion');
});
