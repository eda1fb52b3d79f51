import type { Case, CaseContext, PolicyRule } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { allowedBy, type Asked, variationsOf } from '../../fixtures/rights/rule-model.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

/** Requests in parallel. */
const lanes = 8;

/** Each rule tests one way in which a rule can be wider or narrower than another. */
const rules: readonly PolicyRule[] = [
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
  { apiGroups: ['*'], resources: ['deployments'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['*'], verbs: ['get'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] },
  { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['update', 'patch'] },
  { apiGroups: ['apps'], resources: ['*/scale'], verbs: ['update'] },
  { apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['patch', 'delete'] },
  { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a', 'b'], verbs: ['*'] },
  { apiGroups: ['apps'], resources: ['deployments/scale'], resourceNames: ['a'], verbs: ['get', 'patch'] },
];

export default {
  id: 'decisions-by-table',
  title: 'A rule MUST allow only what matches its verb, group, resource with sub-resource, name and namespace.',
  requirements: ['RBAC-023', 'RBAC-024', 'RBAC-025', 'RBAC-026', 'RBAC-028', 'RBAC-029'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const users = c.unique('user');
    const [roles, bindings] = [c.resource(groupVersion, 'roles'), c.resource(groupVersion, 'rolebindings')];
    for (const [index, rule] of rules.entries()) {
      const name = `table-${index}`;
      await createObject(c, roles.collection, role(groupVersion, 'Role', name, [rule]));
      const reference = { kind: 'Role', name };
      await createObject(
        c,
        bindings.collection,
        binding(groupVersion, 'RoleBinding', name, `${users}-${index}`, reference),
      );
    }
    const rows = rules.flatMap((rule, index) =>
      variationsOf(rule, { namespace: c.namespace, others: ['', 'elsewhere'] }).map((asked) => ({
        rule,
        index,
        asked,
      })),
    );
    // When the rule that was created last is in effect, all others are.
    const last = rows.find(
      ({ index, asked, rule }) => index === rules.length - 1 && allowedBy(rule, asked, c.namespace),
    );
    if (last !== undefined)
      await c.eventually(async () =>
        expectField(await ask(c, `${users}-${last.index}`, last.asked), 'status.allowed', true),
      );
    const left = rows.values();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const { rule, index, asked } of left) {
          const response = await ask(c, `${users}-${index}`, asked);
          const what = `decision on ${JSON.stringify(asked)} by ${JSON.stringify(rule)}`;
          expectEqual(what, fieldOf(response, 'status.allowed'), allowedBy(rule, asked, c.namespace));
        }
      }),
    );
  },
} satisfies Case;

async function ask(c: CaseContext, user: string, resourceAttributes: Asked): Promise<Exchange> {
  const apiVersion = c.vendor.fill('authorization.{api}/v1');
  const reviews = c.clusterResource(apiVersion, 'subjectaccessreviews');
  const spec = { user, resourceAttributes };
  const response = await c.wire.post(reviews.collection, { apiVersion, kind: 'SubjectAccessReview', spec });
  expectCreated(response);
  return response;
}
