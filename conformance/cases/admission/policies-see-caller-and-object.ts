import type { Case, CaseContext } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectArray, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

interface Row {
  readonly id: string;
  readonly expression: string;
  /** Data of a ConfigMap that the policy allows, and of one that it refuses with `words`. */
  readonly allowed: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, string>>;
  readonly words?: RegExp;
}

const right = (name: string): string =>
  `authorizer.group('apps').resource('deployments').namespace(request.namespace).name(${name})`;

/** A service account that may delete deployments. */
const account = 'robot';

const rows: readonly Row[] = [
  { id: 'CEL-003', expression: "object.data.n != '13'", allowed: { n: '1' }, refused: { n: '13' } },
  {
    id: 'CEL-017',
    expression: `${right('object.data.n')}.check('get').allowed()`,
    allowed: { n: 'own' },
    refused: { n: 'other' },
  },
  {
    id: 'CEL-017',
    expression: `!${right('object.data.n')}.subresource('scale').check('get').allowed() && authorizer.path('/conformance/' + object.data.p).check('get').allowed()`,
    allowed: { n: 'own', p: 'held' },
    refused: { n: 'own', p: 'other' },
  },
  {
    id: 'CEL-017',
    expression: `authorizer.serviceAccount(request.namespace, object.data.n).group('apps').resource('deployments').namespace(request.namespace).check('delete').allowed()`,
    allowed: { n: account },
    refused: { n: 'other' },
  },
  {
    id: 'CEL-017',
    expression: `${right('object.data.n')}.check('get').reason().contains('allowed by')`,
    allowed: { n: 'own' },
    refused: { n: 'other' },
  },
  { id: 'CEL-044', expression: 'has(object.data.n) && !has(object.data.m)', allowed: { n: '1' }, refused: { m: '1' } },
  {
    id: 'CEL-054',
    expression: "object.data.none == '1'",
    allowed: { none: '1' },
    refused: { n: '1' },
    words: /no such key: none/,
  },
];

export default {
  id: 'policies-see-caller-and-object',
  title:
    "Policy expressions MUST see the object and the caller's permissions; an evaluation error MUST refuse the request.",
  requirements: ['CEL-003', 'CEL-017', 'CEL-043', 'CEL-044', 'CEL-054'],
  needs: ['namespace', 'impersonation', 'rbac'],
  launch: switchedOn,
  async run(c) {
    const user = c.unique('user');
    const paths = await grantAll(c, user);
    const maps = c.resource('v1', 'configmaps');
    const post = (data: Readonly<Record<string, string>>) =>
      c.as(user).post(`${maps.collection}?dryRun=All`, configMap('judged', data));
    await c.eventually(async () => expectCreated(await post({})));
    const judge = async (id: string): Promise<void> => {
      for (const [index, row] of rows.entries()) {
        if (row.id !== id) continue;
        await withPolicy(c, `${paths}-${index}`, row.expression, async () => {
          await c.eventually(async () => {
            const refused = await post(row.refused);
            expectFailure(refused, 422, 'Invalid');
            expectPattern(refused, 'message', row.words ?? /failed expression/);
          }, soon);
          // The rights that a role gives may be known later than the policy, which still refuses what it has to.
          await c.eventually(async () => expectCreated(await post(row.allowed)), soon);
          expectFailure(await post(row.refused), 422, 'Invalid');
        });
      }
    };
    await c.holds('CEL-003', () => judge('CEL-003'));
    await c.holds('CEL-017', () => judge('CEL-017'));
    await c.holds('CEL-044', () => judge('CEL-044'));
    await c.holds('CEL-054', () => judge('CEL-054'));
    await c.holds('CEL-043', () => typesOfPolicies(c));
  },
} satisfies Case;

/**
 * Allows the user to create ConfigMaps, to read one deployment and one path; and the account to delete deployments. Returns a unique name for other objects.
 */
async function grantAll(c: CaseContext, user: string): Promise<string> {
  const robot = `system:serviceaccount:${c.namespace}:${account}`;
  await c.grant(robot, { apiGroups: ['apps'], resources: ['deployments'], verbs: ['delete'] });
  await c.grant(
    user,
    { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] },
    { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['own'], verbs: ['get'] },
  );
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const name = c.unique('policies');
  const roles = c.clusterResource(groupVersion, 'clusterroles');
  const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
  for (const path of [roles.item(name), bindings.item(name)]) c.removeLater(path);
  const apiGroup = c.vendor.fill('rbac.authorization.{api}');
  const rules = [{ nonResourceURLs: ['/conformance/held'], verbs: ['get'] }];
  expectCreated(
    await c.wire.post(roles.collection, { apiVersion: groupVersion, kind: 'ClusterRole', metadata: { name }, rules }),
  );
  expectCreated(
    await c.wire.post(bindings.collection, {
      apiVersion: groupVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ kind: 'User', apiGroup, name: user }],
    }),
  );
  return name;
}

function policyOf(c: CaseContext, name: string, validations: readonly object[], more: object = {}): object {
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  return {
    apiVersion: c.vendor.fill('admissionregistration.{api}/v1'),
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [rule] }, validations, ...more },
  };
}

async function withPolicy(c: CaseContext, name: string, expression: string, use: () => Promise<void>): Promise<void> {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
  const bindings = c.clusterResource(apiVersion, 'validatingadmissionpolicybindings');
  for (const path of [bindings.item(name), policies.item(name)]) c.removeLater(path);
  expectCreated(await c.wire.post(policies.collection, policyOf(c, name, [{ expression }])));
  const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
  const spec = { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector } };
  const kind = 'ValidatingAdmissionPolicyBinding';
  expectCreated(await c.wire.post(bindings.collection, { apiVersion, kind, metadata: { name }, spec }));
  try {
    await use();
  } finally {
    for (const path of [bindings.item(name), policies.item(name)]) await c.wire.delete(path);
  }
}

/** A wrong field of the request is refused when the policy is written; a field of the object may exist. */
async function typesOfPolicies(c: CaseContext): Promise<void> {
  const policies = c.clusterResource(c.vendor.fill('admissionregistration.{api}/v1'), 'validatingadmissionpolicies');
  const post = (expression: string, more: object = {}) =>
    c.wire.post(`${policies.collection}?dryRun=All`, policyOf(c, c.unique('typed'), [{ expression }], more));
  expectCreated(await post("request.operation == 'CREATE' && request.userInfo.username != ''"));
  expectCreated(await post('object.no.such.field == oldObject.nor.this'));
  for (const wrong of [
    'request.noSuchField == 1',
    "request.userInfo.noSuchField == ''",
    'nothing',
    '1 +',
    "'text'",
    'params.a == 1',
  ]) {
    const refused = await post(wrong);
    expectFailure(refused, 422, 'Invalid');
    const fields = expectArray(refused, 'details.causes').map((cause) => String(fieldOf(cause, 'field')));
    expectThat(
      `fields refused with ${wrong}`,
      fields.some((field) => field.startsWith('spec.validations[0].expression')),
      'spec.validations[0].expression',
      fields,
    );
  }
  expectStatus(
    await post('params.data.a == object.data.a', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }),
    200,
    201,
  );
  const variables = [{ name: 'many', expression: 'object.data.size() > 1' }];
  expectCreated(await post('variables.many', { variables }));
  expectFailure(await post('variables.few', { variables }), 422, 'Invalid');
}
