import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure } from '../../wire/expect/status.ts';

/** Expressions that are true for the request of this case. `OWN` stands for its node, `LABEL` for a vendor's domain. */
const facts: readonly string[] = [
  "request.kind.group == '' && request.kind.version == 'v1' && request.kind.kind == 'ConfigMap'",
  "request.resource.group == '' && request.resource.version == 'v1' && request.resource.resource == 'configmaps'",
  "request.requestKind.kind == 'ConfigMap' && request.requestResource.resource == 'configmaps'",
  "request.name == 'judged' && request.namespace == object.metadata.namespace && request.operation == 'CREATE'",
  "request.dryRun && request.options.kind == 'CreateOptions' && request.options.fieldManager == 'conformance'",
  "request.userInfo.username == 'system:node:OWN' && request.userInfo.uid == 'u-9'",
  "'system:nodes' in request.userInfo.groups && 'devs' in request.userInfo.groups && !('ops' in request.userInfo.groups)",
  "request.userInfo.extra['rank'] == ['one', 'two']",
  'oldObject == null',
  "namespaceObject.metadata.name == request.namespace && namespaceObject.metadata.labels['LABEL/metadata.name'] == request.namespace",
];

/** What the caller and an account may do. */
const rights: readonly string[] = [
  "authorizer.requestResource.check('create').allowed() && !authorizer.requestResource.check('delete').allowed()",
  "authorizer.requestResource.check('create').reason() != '' && !authorizer.requestResource.check('create').errored()",
  "authorizer.serviceAccount(request.namespace, 'robot').group('').resource('secrets').namespace(request.namespace).check('get').allowed()",
  "!authorizer.serviceAccount(request.namespace, 'other').group('').resource('secrets').namespace(request.namespace).check('get').allowed()",
  "!authorizer.group('').resource('secrets').namespace(request.namespace).check('get').allowed()",
];

/** An agent may list the pods of its own node only, so the selector decides. */
const selections: readonly string[] = [
  "authorizer.group('').resource('pods').fieldSelector('spec.nodeName=OWN').check('list').allowed()",
  "!authorizer.group('').resource('pods').fieldSelector('spec.nodeName=other').check('list').allowed()",
  "!authorizer.group('').resource('pods').check('list').allowed()",
  "!authorizer.group('').resource('pods').labelSelector('spec.nodeName=OWN').check('list').allowed()",
];

export default {
  id: 'policies-see-requests',
  title:
    'Policy expressions MUST see each field of the request, the namespace, and what the caller and service accounts may do.',
  requirements: ['CEL-003', 'CEL-017', 'CEL-043'],
  needs: ['namespace', 'impersonation', 'rbac', 'node-authorizer'],
  async run(c) {
    const own = c.unique('node');
    const user = `system:node:${own}`;
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
    const account = `system:serviceaccount:${c.namespace}:robot`;
    await c.grant(account, { apiGroups: [''], resources: ['secrets'], verbs: ['get'] });
    const caller = c
      .as(user, 'system:nodes', 'devs')
      .withHeaders({ 'impersonate-uid': 'u-9', 'impersonate-extra-rank': ['one', 'two'] });
    const maps = c.resource('v1', 'configmaps');
    const trial = `${maps.collection}?dryRun=All&fieldManager=conformance`;
    const post = (data: Readonly<Record<string, string>>) => caller.post(trial, configMap('judged', data));
    await c.eventually(async () => expectCreated(await post({})));
    for (const n of ['1', '2']) expectCreated(await c.wire.post(maps.collection, configMap(`removed-${n}`, { n })));
    const judge = async (expressions: readonly string[]): Promise<void> => {
      // The first tells when the policy is in force; the message of another names what is not true.
      const written = ['!has(object.data.refused)', ...expressions].map((expression) =>
        c.vendor.fill(expression.replaceAll('OWN', own).replaceAll('LABEL', '{label}')),
      );
      const validations = written.map((expression) => ({ expression }));
      const binding = { validationActions: ['Deny'] };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy: { validations }, binding }, async () => {
        await c.eventually(async () => {
          const refused = await post({ refused: 'yes' });
          expectFailure(refused, 422, 'Invalid');
          expectPattern(refused, 'message', /failed expression: !has\(object\.data\.refused\)/);
        }, soon);
        expectCreated(await post({ n: '1' }));
      });
    };
    await c.holds(['CEL-003', 'CEL-043'], () => judge(facts));
    await c.holds('CEL-017', () => judge(rights));
    await c.holds('CEL-017', () => judge(selections));
    await c.holds('CEL-003', async () => {
      const rule = { operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
      const policy = {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: "object == null && oldObject.data.n == '2'", message: 'it is not the second' }],
      };
      const binding = { validationActions: ['Deny'] };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
        await c.eventually(async () => {
          const refused = await c.wire.delete(`${maps.item('removed-1')}?dryRun=All`);
          expectFailure(refused, 422, 'Invalid');
          expectPattern(refused, 'message', /it is not the second/);
        }, soon);
        expectFailure(await c.wire.delete(maps.item('removed-1')), 422, 'Invalid');
        expectDeleted(await c.wire.delete(maps.item('removed-2')));
      });
    });
  },
} satisfies Case;
