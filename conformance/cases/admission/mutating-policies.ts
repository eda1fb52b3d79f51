import { isDeepStrictEqual } from 'node:util';
import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { applying, type MutationRow, mutationRows, patching } from '../../fixtures/rule/data/mutation-rows.ts';
import { type PolicyParts, soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { parameter, paramKind } from '../../fixtures/rule/parameters.ts';
import { expectArray, expectField, expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const matchConditions = [{ name: 'judged', expression: "object.metadata.name.startsWith('judged')" }];

const mutating = (policy: object, binding: object = {}, prefix = 'policy'): PolicyParts => ({
  kind: 'Mutating',
  prefix,
  version: 'v1beta1',
  policy: { failurePolicy: 'Fail', reinvocationPolicy: 'Never', matchConditions, ...policy },
  binding: { ...binding },
});

export default {
  id: 'mutating-policies',
  title: 'Mutating policies MUST change objects by apply configurations and JSON patches before they are validated.',
  requirements: ['CEL-003'],
  needs: ['namespace'],
  launch: {
    server: [
      '--feature-gates=MutatingAdmissionPolicy=true',
      '--runtime-config=admissionregistration.{api}/v1beta1=true',
    ],
  },
  async run(c) {
    await bothForms(c);
    await failedTest(c);
    await withParameters(c);
    await faults(c);
    await again(c);
    await eachMutation(c);
  },
} satisfies Case;

const poster =
  (c: CaseContext, name: string) =>
  (data: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}) =>
    c.wire.post(`${c.resource('v1', 'configmaps').collection}?dryRun=All`, configMap(name, data, { labels }));

async function bothForms(c: CaseContext): Promise<void> {
  const post = poster(c, 'judged');
  const variables = [{ name: 'tier', expression: "'tier-' + object.data.n" }];
  const mutations = [
    applying(
      'Object{metadata: Object.metadata{labels: {"tier": variables.tier}}, data: {"n": object.data.n + "!", "seen": request.operation}}',
    ),
    patching(
      '[JSONPatch{op: "test", path: "/data/seen", value: "CREATE"},' +
        ' JSONPatch{op: "add", path: "/metadata/annotations", value: {"from": "patch"}},' +
        ' JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("a.example/b"), value: object.data.n}]',
    ),
  ];
  await withBoundPolicy(c, mutating({ variables, mutations }), async () => {
    await c.eventually(async () => {
      const changed = await post({ n: '1' }, { own: 'x' });
      expectCreated(changed);
      expectField(changed, 'metadata.labels', { own: 'x', tier: 'tier-1' });
    }, soon);
    const changed = await post({ n: '1', kept: 'k' });
    // The second mutation sees what the first made of the object.
    expectField(changed, 'data', { n: '1!', seen: 'CREATE', kept: 'k' });
    expectField(changed, 'metadata.annotations', { from: 'patch', 'a.example/b': '1!' });
    const other = await poster(c, 'other')({ n: '1' });
    expectCreated(other);
    expectField(other, 'data', { n: '1' });
  });
}

/** A test that fails leaves out its patch, and nothing else. */
async function failedTest(c: CaseContext): Promise<void> {
  const mutations = [
    patching(
      '[JSONPatch{op: "test", path: "/data/n", value: "none"}, JSONPatch{op: "add", path: "/data/never", value: "x"}]',
    ),
    patching('[JSONPatch{op: "add", path: "/data/next", value: "y"}]'),
  ];
  await withBoundPolicy(c, mutating({ mutations }), async () => {
    await c.eventually(async () => {
      const changed = await poster(c, 'judged')({ n: '1' });
      expectCreated(changed);
      expectField(changed, 'data', { n: '1', next: 'y' });
    }, soon);
  });
}

async function withParameters(c: CaseContext): Promise<void> {
  const accounts = c.resource('v1', 'serviceaccounts');
  const post = poster(c, 'judged-2');
  const mutations = [applying('Object{data: {"by": params.metadata.name, "v": params.metadata.annotations.v}}')];
  const parts = mutating({ paramKind, mutations }, { paramRef: { name: 'values', parameterNotFoundAction: 'Deny' } });
  await withBoundPolicy(c, parts, async () => {
    await c.eventually(async () => {
      const refused = await post({});
      expectEqual('whether it is refused', refused.status >= 400, true);
      expectPattern(refused, 'message', /no params found/);
    }, soon);
    expectCreated(await c.wire.post(accounts.collection, parameter('values', { v: '1' })));
    await c.eventually(async () => {
      const changed = await post({ own: 'x' });
      expectCreated(changed);
      expectField(changed, 'data', { own: 'x', by: 'values', v: '1' });
    }, soon);
  });
}

async function faults(c: CaseContext): Promise<void> {
  const post = poster(c, 'judged-3');
  const mutations = [applying('Object{data: {"copy": object.data.n}}')];
  for (const failurePolicy of ['Fail', 'Ignore']) {
    await withBoundPolicy(c, mutating({ mutations, failurePolicy }), async () => {
      await c.eventually(async () => expectField(await post({ n: '1' }), 'data.copy', '1'), soon);
      await c.eventually(async () => {
        const undecided = await post({ m: '1' });
        if (failurePolicy === 'Ignore') {
          expectCreated(undecided);
          expectField(undecided, 'data', { m: '1' });
        } else {
          expectEqual('whether it is refused', undecided.status >= 400, true);
          expectField(undecided, 'reason', 'Invalid');
          expectPattern(undecided, 'message', /no such key: n/);
        }
      }, soon);
    });
  }
  // What is wrong with an expression is told when the policy is written.
  const policies = c.clusterResource(c.vendor.fill('admissionregistration.{api}/v1beta1'), 'mutatingadmissionpolicies');
  for (const wrong of [
    applying('object.data'),
    applying('Object{'),
    applying('1'),
    patching('Object{}'),
    patching('nothing'),
  ]) {
    const refused = await c.wire.post(`${policies.collection}?dryRun=All`, {
      apiVersion: c.vendor.fill('admissionregistration.{api}/v1beta1'),
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: c.unique('wrong') },
      spec: {
        failurePolicy: 'Fail',
        reinvocationPolicy: 'Never',
        matchConstraints: {
          resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        },
        mutations: [wrong],
      },
    });
    expectFailure(refused, 422, 'Invalid');
    expectPattern(expectArray(refused, 'details.causes')[0], 'field', /^spec\.mutations\[0\]\./);
  }
}

/**
 * A policy that wants to be asked again sees what later ones changed. Which of two policies comes first is the service's choice: the
 * other one tells whether it came later.
 */
async function again(c: CaseContext): Promise<void> {
  const post = poster(c, 'judged-4');
  const counted = applying('Object{data: {"a": has(object.data.b) ? "saw b" : "first"}}');
  const telling = applying('Object{data: {"b": has(object.data.a) ? "later" : "earlier"}}');
  for (const [reinvocationPolicy, seen] of [
    ['Never', 'first'],
    ['IfNeeded', 'saw b'],
  ] as const) {
    await withBoundPolicy(c, mutating({ mutations: [counted], reinvocationPolicy }, {}, 'earlier'), async () => {
      await c.eventually(async () => expectField(await post({ n: '1' }), 'data', { n: '1', a: 'first' }), soon);
      await withBoundPolicy(c, mutating({ mutations: [telling] }, {}, 'later'), async () => {
        await c.eventually(async () => expectPattern(await post({ n: '1' }), 'data.b', /./), soon);
        await c.eventually(async () => {
          const posted = await post({ n: '1' });
          const b = expectText(posted, 'data.b');
          expectField(posted, 'data', { n: '1', a: b === 'later' ? seen : 'saw b', b });
        }, soon);
      });
    });
  }
}

/** Each row by a policy of its own, which selects its objects by a label. */
async function eachMutation(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1beta1');
  const mark = c.unique('mutates');
  const write = async (plural: string, kind: string, name: string, spec: object): Promise<void> => {
    const paths = c.clusterResource(apiVersion, `mutatingadmission${plural}`);
    c.removeLater(paths.item(name));
    expectCreated(await c.wire.post(paths.collection, { apiVersion, kind, metadata: { name }, spec }));
  };
  const install = async ({ key, mutations, more }: MutationRow): Promise<void> => {
    const name = `${mark}-${key}`;
    const objectSelector = { matchLabels: { mutate: key, of: mark } };
    const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    const matchConstraints = { resourceRules: [rule], objectSelector };
    const spec = { failurePolicy: 'Fail', reinvocationPolicy: 'Never', matchConstraints, mutations, ...more };
    await write('policies', 'MutatingAdmissionPolicy', name, spec);
    await write('policybindings', 'MutatingAdmissionPolicyBinding', name, { policyName: name });
  };
  await Promise.all(mutationRows.slice(0, -1).map(install));
  for (const row of mutationRows.slice(-1)) await install(row);
  const { collection } = c.resource('v1', 'configmaps');
  const post = ({ key, data, annotations = {} }: MutationRow) => {
    const labels = { mutate: key, of: mark };
    return c.wire.post(`${collection}?dryRun=All`, configMap('mutated', data, { labels, annotations }));
  };
  const last = mutationRows.at(-1);
  if (last !== undefined) await c.eventually(async () => expectField(await post(last), 'data.last', 'x'), soon);
  const trials = mutationRows.map(async (row) => faultsOf(row, await post(row)));
  const wrong = (await Promise.all(trials)).flat();
  expectEqual('mutations with another result', wrong, []);
}

/** What the response is otherwise than the row says. */
function faultsOf({ key, becomes }: MutationRow, response: Exchange): readonly string[] {
  const message = response.status < 400 ? '' : String(fieldOf(response, 'message'));
  if (becomes instanceof RegExp)
    return message !== '' && becomes.test(message) ? [] : [`${key}: ${message || 'passes'}`];
  if (message !== '') return [`${key}: ${message}`];
  return Object.entries(becomes).flatMap(([path, value]) => {
    const got = fieldOf(response, path);
    return isDeepStrictEqual(got, value) ? [] : [`${key}: ${path} is ${JSON.stringify(got)}`];
  });
}
