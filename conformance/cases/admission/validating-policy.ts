import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

export default {
  id: 'validating-policy',
  title:
    'A policy expression MUST refuse what it does not allow, where a binding applies it, and MUST let everything else pass.',
  requirements: ['ADM-019'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
    const bindings = c.clusterResource(apiVersion, 'validatingadmissionpolicybindings');
    const maps = c.resource('v1', 'configmaps');
    const name = c.unique('policy');
    const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    c.removeLater(policies.item(name));
    expectCreated(
      await c.wire.post(policies.collection, {
        apiVersion,
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name },
        spec: {
          matchConstraints: { resourceRules: [rule] },
          validations: [{ expression: "object.data.n != '13'", message: 'thirteen is unlucky', reason: 'Forbidden' }],
        },
      }),
    );
    const unlucky = (map: string) => configMap(map, { n: '13' });
    expectCreated(await c.wire.post(maps.collection, unlucky('without-binding')));
    const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
    c.removeLater(bindings.item(name));
    expectCreated(
      await c.wire.post(bindings.collection, {
        apiVersion,
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector } },
      }),
    );
    await c.eventually(async () => {
      const refused = await c.wire.post(`${maps.collection}?dryRun=All`, unlucky('refused'));
      expectFailure(refused, 403, 'Forbidden');
      expectPattern(refused, 'message', /thirteen is unlucky/);
    }, soon);
    expectFailure(await c.wire.post(maps.collection, unlucky('refused')), 403, 'Forbidden');
    expectStatus(await c.wire.get(maps.item('refused')), 404);
    expectCreated(await c.wire.post(maps.collection, configMap('lucky', { n: '12' })));
    const elsewhere = c.resource('v1', 'configmaps', await c.otherNamespace());
    expectCreated(await c.wire.post(elsewhere.collection, unlucky('elsewhere')));
  },
} satisfies Case;
