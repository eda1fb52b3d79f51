import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

/** A map is refused by the expression of its own label: `{ expression: which must be true }`. */
const rules = {
  field: "!has(object.data.wrong) || object.data.wrong != 'yes'",
  absent: 'object.data.none == "x"',
} as const;

type Rule = keyof typeof rules;

export default {
  id: 'policies-use-expressions',
  title: 'Policy expressions MUST see the typed request and the untyped object.',
  requirements: ['CEL-003', 'CEL-043', 'CEL-044', 'CEL-054'],
  needs: ['namespace'],
  async run(c) {
    const ask = await installed(c);
    await c.holds('CEL-003', async () => {
      expectFailure(await ask('field', { wrong: 'yes' }), 403, 'Forbidden');
      expectCreated(await ask('field', { wrong: 'no' }));
    });
    await c.holds('CEL-044', async () => {
      expectCreated(await ask('field', { right: 'yes' }));
    });
    await c.holds('CEL-054', async () => {
      const refused = await ask('absent', { other: 'x' });
      expectFailure(refused, 422, 'Invalid');
      expectPattern(refused, 'message', /no such key/);
      expectCreated(await ask('absent', { none: 'x' }));
    });
    await c.holds('CEL-043', async () => {
      const wrong = await written(c, c.unique('wrong'), { field: 'request.none == 1' });
      expectStatus(wrong, 422);
      expectPattern(wrong, 'message', /undefined field 'none'/);
    });
  },
} satisfies Case;

/** Creates the policy and resolves when it is in force. */
async function installed(c: CaseContext) {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const bindings = c.clusterResource(apiVersion, 'validatingadmissionpolicybindings');
  const maps = c.resource('v1', 'configmaps');
  const name = c.unique('policy');
  expectCreated(await written(c, name, rules));
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
  const ask = (rule: Rule, data: Readonly<Record<string, string>>) =>
    c.wire.post(`${maps.collection}?dryRun=All`, configMap(c.unique('map'), data, { labels: { rule } }));
  await c.eventually(async () => {
    expectFailure(await ask('field', { wrong: 'yes' }), 403, 'Forbidden');
  }, soon);
  return ask;
}

/** One policy with all expressions; each applies to the objects labelled with its name. */
function written(c: CaseContext, name: string, expressions: Readonly<Record<string, string>>) {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
  c.removeLater(policies.item(name));
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  return c.wire.post(policies.collection, {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: Object.entries(expressions).map(([label, expression]) => ({
        expression: `object.metadata.?labels.rule != optional.of('${label}') || (${expression})`,
        reason: 'Forbidden',
      })),
    },
  });
}
