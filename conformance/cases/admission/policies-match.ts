import type { Case } from '../../contract/case.ts';
import { configMap, secret } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

const rule = (operations: readonly string[], resources: readonly string[], more: object = {}) => ({
  operations,
  apiGroups: [''],
  apiVersions: ['v1'],
  resources,
  ...more,
});

export default {
  id: 'policies-match',
  title:
    'A policy MUST judge what its rules include, its exclusions leave and its binding selects, each by operation, resource and name.',
  requirements: ['ADM-019', 'CEL-003'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const secrets = c.resource('v1', 'secrets');
    const trial = (path: string) => `${path}?dryRun=All`;
    const create = (name: string, labels: object = {}) =>
      c.wire.post(trial(maps.collection), configMap(name, {}, { labels }));
    for (const name of ['kept', 'spared']) expectCreated(await c.wire.post(maps.collection, configMap(name)));
    expectCreated(await c.wire.post(secrets.collection, secret('kept')));
    const change = (path: string) => c.wire.patch(trial(path), 'merge', { metadata: { annotations: { a: 'b' } } });
    const refused = (response: Exchange) => expectFailure(response, 422, 'Invalid');
    const policy = {
      matchConstraints: {
        resourceRules: [rule(['*'], ['configmaps', 'secrets'])],
        excludeResourceRules: [
          rule(['UPDATE'], ['configmaps'], { resourceNames: ['spared'] }),
          rule(['DELETE'], ['configmaps']),
        ],
      },
      validations: [{ expression: 'false', message: 'nothing of this' }],
    };
    const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
    const matchResources = {
      namespaceSelector,
      objectSelector: { matchExpressions: [{ key: 'free', operator: 'DoesNotExist' }] },
      resourceRules: [rule(['*'], ['configmaps'])],
      excludeResourceRules: [rule(['CREATE'], ['configmaps'], { resourceNames: ['named'] })],
    };
    const parts = {
      kind: 'Validating',
      version: 'v1',
      policy,
      binding: { validationActions: ['Deny'], matchResources },
    } as const;
    await withBoundPolicy(c, parts, async () => {
      await c.eventually(async () => refused(await create('probe')), soon);
      refused(await change(maps.item('kept')));
      // What the policy leaves out: one name, and one operation.
      expectOk(await change(maps.item('spared')));
      expectOk(await c.wire.delete(trial(maps.item('kept'))));
      // What the binding leaves out: another resource, one name, a label.
      expectOk(await change(secrets.item('kept')));
      expectCreated(await c.wire.post(trial(secrets.collection), secret('probe')));
      expectCreated(await create('named'));
      expectCreated(await create('probe', { free: 'yes' }));
      const elsewhere = c.resource('v1', 'configmaps', await c.otherNamespace());
      expectCreated(await c.wire.post(trial(elsewhere.collection), configMap('probe')));
    });
    // The same objects under another version: judged too, unless the rules are meant exactly.
    const scalers = c.resource('autoscaling/v2', 'horizontalpodautoscalers');
    const scaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler' },
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 },
    };
    const older = { operations: ['CREATE'], apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['*'] };
    for (const matchPolicy of ['Equivalent', 'Exact']) {
      const matchConstraints = { matchPolicy, resourceRules: [older, rule(['CREATE'], ['configmaps'])] };
      const validations = [{ expression: 'false', message: `nothing of version ${matchPolicy}` }];
      const versions = {
        ...parts,
        policy: { ...policy, matchConstraints, validations },
        binding: { validationActions: ['Deny'] },
      };
      await withBoundPolicy(c, versions, async () => {
        // Earlier policies may still be in force.
        await c.eventually(async () => {
          const probe = await create('probe');
          refused(probe);
          expectPattern(probe, 'message', new RegExp(`nothing of version ${matchPolicy}`));
        }, soon);
        const made = await c.wire.post(trial(scalers.collection), scaler);
        if (matchPolicy === 'Exact') expectCreated(made);
        else refused(made);
      });
      await c.eventually(async () => expectCreated(await create('free')), soon);
    }
  },
} satisfies Case;
