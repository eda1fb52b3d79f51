import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { parameter, paramKind } from '../../fixtures/rule/parameters.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'parameters-of-another-namespace',
  title: 'A policy MUST read its parameters in the namespace that its binding names, and else in that of the request.',
  requirements: ['ADM-019', 'CEL-003'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const other = await c.otherNamespace();
    for (const [namespace, most] of [
      [c.namespace, '100'],
      [other, '5'],
    ] as const)
      await createObject(c, c.resource('v1', 'serviceaccounts', namespace).collection, parameter('limits', { most }));
    const policy = {
      paramKind,
      validations: [{ expression: 'int(object.data.n) <= int(params.metadata.annotations.most)', message: 'too many' }],
    };
    const post = (n: string) => c.wire.post(`${maps.collection}?dryRun=All`, configMap('judged', { n }));
    for (const [namespace, allowed, refused] of [
      [other, '5', '6'],
      [undefined, '100', '101'],
    ] as const) {
      const paramRef = { name: 'limits', parameterNotFoundAction: 'Deny', ...(namespace && { namespace }) };
      const binding = { validationActions: ['Deny'], paramRef };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
        await c.eventually(async () => expectFailure(await post(refused), 422, 'Invalid'), soon);
        expectCreated(await post(allowed));
      });
      await c.eventually(async () => expectCreated(await post('1000')), soon);
    }
    // Objects of the cluster are in no namespace.
    const byNamespace = {
      paramKind: { apiVersion: 'v1', kind: 'Namespace' },
      validations: [{ expression: 'object.data.n == params.metadata.name', message: 'another name' }],
    };
    for (const [namespace, message] of [
      [undefined, /another name/],
      [other, /paramRef\.namespace must not be provided for a cluster-scoped `paramKind`/],
    ] as const) {
      const paramRef = { name: other, parameterNotFoundAction: 'Deny', ...(namespace && { namespace }) };
      const parts = { kind: 'Validating', version: 'v1', policy: byNamespace } as const;
      await withBoundPolicy(c, { ...parts, binding: { validationActions: ['Deny'], paramRef } }, async () => {
        await c.eventually(async () => {
          const refused = await post('1');
          expectFailure(refused, 422, 'Invalid');
          expectPattern(refused, 'message', message);
        }, soon);
        const named = await post(other);
        if (namespace === undefined) expectCreated(named);
        else expectFailure(named, 422, 'Invalid');
      });
      await c.eventually(async () => expectCreated(await post('1')), soon);
    }
  },
} satisfies Case;
