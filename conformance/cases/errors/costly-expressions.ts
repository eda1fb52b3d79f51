import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** Milliseconds until what is configured takes effect. */
const soon = 8000;

const pairs = 'self.all(x, self.all(y, size(x) > 0 && size(y) > 0))';
const words = (most: object, rule: string, key: string) => ({
  words: { type: 'array', ...most, items: { type: 'string', maxLength: 10 }, [key]: [{ rule }] },
});

export default {
  id: 'costly-expressions',
  title:
    'An expression MUST be refused when it may cost too much, and MUST be broken off with an error when it does while it runs.',
  requirements: ['ERR-034', 'ERR-035'],
  needs: ['namespace'],
  async run(c) {
    const key = c.vendor.fill('x-{maker}-validations');
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    await c.holds('ERR-035', async () => {
      const dear = definitionOf(c, words({}, pairs, key));
      c.removeLater(definitions.item(dear.metadata.name));
      const refused = await c.wire.post(definitions.collection, dear);
      expectFailure(refused, 422, 'Invalid');
      expectPattern(refused, 'message', /cost/);
    });
    await c.holds(['ERR-034', 'ERR-035'], async () => {
      const definition = definitionOf(c, words({ maxItems: 900 }, pairs, key));
      const things = await defineKind(c, definition);
      const { kind } = definition.spec.names;
      const write = (count: number) =>
        c.wire.post(`${things.collection}?dryRun=All`, {
          apiVersion: 'conformance.example/v1',
          kind,
          metadata: { name: 'a' },
          words: Array.from({ length: count }, (_, index) => `t${index}`),
        });
      expectCreated(await write(20));
      const stopped = await write(900);
      expectFailure(stopped, 422, 'Invalid');
      expectPattern(stopped, 'message', /cost/);
    });
    await c.holds('ERR-034', async () => {
      const write = await underPolicy(c);
      expectCreated(await write(5));
      const stopped = await write(150);
      expectFailure(stopped, 422, 'Invalid');
      expectPattern(stopped, 'message', /cost/);
    });
  },
} satisfies Case;

/** Tries to make a map with so many keys, in the namespace of the case, where a policy compares all of them with each other. */
async function underPolicy(c: CaseContext) {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
  const bindings = c.clusterResource(apiVersion, 'validatingadmissionpolicybindings');
  const name = c.unique('costs');
  for (const path of [bindings.item(name), policies.item(name)]) c.removeLater(path);
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  const all = "object.data.all(x, object.data.all(y, object.data.all(z, x != 'no' && y != 'no' && z != 'no')))";
  expectCreated(
    await c.wire.post(policies.collection, {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: all }] },
    }),
  );
  const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
  expectCreated(
    await c.wire.post(bindings.collection, {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector } },
    }),
  );
  const maps = c.resource('v1', 'configmaps');
  const write = (count: number, first = 'k') => {
    const keys = Array.from({ length: count }, (_, index) => (index === 0 ? first : `k${index}`));
    const data = Object.fromEntries(keys.map((key) => [key, '']));
    return c.wire.post(`${maps.collection}?dryRun=All`, configMap(c.unique('map'), data));
  };
  await c.eventually(async () => expectFailure(await write(1, 'no'), 422, 'Invalid'), soon);
  return write;
}
