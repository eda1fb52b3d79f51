// Policies that change objects, in a running server: what becomes of writes, in which order, and when they are refused.

import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const maps = '/api/v1/namespaces/default/configmaps';

interface Told extends ApiObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly message?: string }[] };
}

const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });
const jsonPatch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
/** Adds a letter to `data.n`. */
const append = (letter: string) =>
  apply(`Object{data: {"n": (has(object.data) && "n" in object.data ? object.data.n : "") + "${letter}"}}`);

async function scene(t: Test, vendorName: 'orch' | 'kubernetes' = 'kubernetes', more: ApiServerOptions = {}) {
  const vendor = vendorOf(vendorName);
  const group = vendor.fill('admissionregistration.{api}');
  const api = `/apis/${group}/v1beta1`;
  const server = await startServer({
    vendor: vendorName,
    controllers: false,
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: { [`${group}/v1beta1`]: true },
    ...more,
  });
  t.teardown(() => server.api.stop());
  const administrator = administratorOf(server.api);
  const ask = async (method: string, path: string, body?: object, type = 'application/json') => {
    const { status, text } = await administrator(
      method,
      path,
      body,
      body === undefined ? {} : { 'content-type': type },
    );
    return { status, object: JSON.parse(text) as Told };
  };
  const made = async (kind: string, path: string, name: string, spec: object) => {
    const answer = await ask('POST', `${api}/${path}`, {
      apiVersion: `${group}/v1beta1`,
      kind,
      metadata: { name },
      spec,
    });
    t.ok(answer.status < 300, JSON.stringify(answer.object));
  };
  const rules = (resource: string, apiGroup = '') => ({
    resourceRules: [
      { operations: ['CREATE', 'UPDATE'], apiGroups: [apiGroup], apiVersions: ['v1'], resources: [resource] },
    ],
  });
  const policy = (mutations: object | readonly object[], spec: object = {}, name = 'p') =>
    made('MutatingAdmissionPolicy', 'mutatingadmissionpolicies', name, {
      mutations: [mutations].flat(),
      reinvocationPolicy: 'Never',
      matchConstraints: rules('configmaps'),
      ...spec,
    });
  const bind = (spec: object = {}, name = 'b') =>
    made('MutatingAdmissionPolicyBinding', 'mutatingadmissionpolicybindings', name, { policyName: 'p', ...spec });
  const clear = async () => {
    for (const name of ['b', 'c', 'p', 'q'])
      for (const kind of ['mutatingadmissionpolicybindings', 'mutatingadmissionpolicies'])
        await ask('DELETE', `${api}/${kind}/${name}`);
    await ask('DELETE', `${maps}/a`);
  };
  const create = (data?: object, metadata: object = {}, query = '') => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata } };
    return ask('POST', `${maps}${query}`, data === undefined ? body : { ...body, data });
  };
  /** What one policy makes of a config map with data. */
  const once = async (mutations: object | readonly object[], spec: object = {}, data: object = { a: '1' }) => {
    await policy(mutations, spec);
    await bind();
    const { status, object } = await create(data);
    await clear();
    const denied = "policy 'p' with binding 'b' denied request: ";
    return object.kind === 'Status' ? [status, object.reason, object.message?.replace(denied, '')] : object.data;
  };
  return { ask, policy, bind, clear, create, once, rules, api };
}

for (const vendorName of ['orch', 'kubernetes'] as const) {
  t.test(
    `a bound policy changes the object, by an apply configuration or a patch (${vendorName}; ADM-003)`,
    async (t) => {
      const { once, create, policy, ask } = await scene(t, vendorName);
      t.strictSame(await once(append('x')), { a: '1', n: 'x' });
      t.strictSame(await once(jsonPatch('[JSONPatch{op: "remove", path: "/data/a"}]'), {}, { a: '1', b: '2' }), {
        b: '2',
      });
      await policy(append('x'));
      t.strictSame((await create({})).object.data ?? {}, {}, 'a policy without a binding does nothing');
      await ask('DELETE', `${maps}/a`);
    },
  );
}

t.test('apply configurations are merged with the object (ADM-003)', async (t) => {
  const { once, ask, policy, bind, rules } = await scene(t);
  t.strictSame(await once(apply('Object{data: {"b": object.metadata.name}}')), { a: '1', b: 'a' });
  t.strictSame(await once([apply('Object{data: {"b": "2"}}'), apply('Object{data: {"c": object.data.b + "3"}}')]), {
    a: '1',
    b: '2',
    c: '23',
  });
  const failed = (text: string) => [
    403,
    'Invalid',
    `error applying patch: failed to convert patch object to typed object: ${text}`,
  ];
  t.strictSame(await once(apply('Object{none: 1}')), failed('.none: field not declared in schema'));
  t.match(await once(apply('Object{data: {"a": 1}}')), failed('.data.a: expected string'));
  t.match(await once(apply('Object{metadata: Object.spec{name: "b"}}')), [403, 'Invalid', /^type mismatch: /]);
  await policy(
    apply('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"c": "d"}}}}'),
    { matchConstraints: rules('deployments', 'apps') },
    'p',
  );
  await bind();
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const refused = await ask('POST', '/apis/apps/v1/namespaces/default/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  });
  t.match(refused.object.message, /may not mutate atomic arrays, maps or structs: \.spec\.selector/);
});

t.test('items of keyed lists are merged by their key, others join (ADM-003)', async (t) => {
  const { ask, policy, bind, rules } = await scene(t, 'kubernetes', { disableAdmissionPlugins: ['ServiceAccount'] });
  await policy(
    apply(
      'Object{spec: Object.spec{containers: [Object.spec.containers{name: "c", imagePullPolicy: "Never"}, ' +
        'Object.spec.containers{name: "d", image: "j"}]}}',
    ),
    { matchConstraints: rules('pods') },
  );
  await bind();
  const pod = await ask('POST', '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false },
  });
  const { containers } = pod.object['spec'] as { containers: readonly Record<string, unknown>[] };
  t.strictSame(
    containers.map(({ name, image, imagePullPolicy }) => [name, image, imagePullPolicy]),
    [
      ['c', 'i', 'Never'],
      ['d', 'j', 'Always'],
    ],
  );
});

t.test('JSON patches change single fields, and a failed test leaves the object unchanged (ADM-003)', async (t) => {
  const { once } = await scene(t);
  t.strictSame(await once(jsonPatch('[JSONPatch{op: "add", path: "/data/b", value: "2"}]')), { a: '1', b: '2' });
  t.strictSame(
    await once(
      jsonPatch(
        '[JSONPatch{op: "move", from: "/data/a", path: "/data/b"}, JSONPatch{op: "copy", from: "/data/b", path: "/data/c"}]',
      ),
    ),
    { b: '1', c: '1' },
  );
  const tested = (value: string) =>
    jsonPatch(
      `[JSONPatch{op: "test", path: "/data/a", value: "${value}"}, JSONPatch{op: "add", path: "/data/x", value: "1"}]`,
    );
  t.strictSame(await once(tested('1')), { a: '1', x: '1' });
  t.strictSame(await once(tested('2')), { a: '1' });
  t.strictSame(
    await once(jsonPatch('[JSONPatch{op: "add", path: "/data/" + jsonpatch.escapeKey("a/b~c"), value: "1"}]')).then(
      (told) => (Array.isArray(told) ? told[0] : told),
    ),
    422,
    'the key arrives, and the object with it is refused by its own rules',
  );
  t.match(await once(jsonPatch('[JSONPatch{op: "remove", path: "/data/none"}]')), [403, 'Invalid', /^JSON Patch: /]);
  t.strictSame(await once(jsonPatch('[JSONPatch{op: "add", path: "/none", value: "1"}]')), [
    500,
    'InternalError',
    'Internal error occurred: strict decoding error: unknown field "none"',
  ]);
});

t.test('a failed mutation refuses the write, or with Ignore is skipped (ADM-011)', async (t) => {
  const { once, policy, bind, create, clear } = await scene(t);
  const broken = apply('Object{data: {"b": object.data.none}}');
  t.strictSame(await once(broken), [
    403,
    'Invalid',
    `expression '${broken.applyConfiguration.expression}' resulted in error: no such key: none`,
  ]);
  t.strictSame(await once([broken, append('x')], { failurePolicy: 'Ignore' }), { a: '1', n: 'x' });
  const condition = (expression: string) => ({ matchConditions: [{ name: 'c', expression }] });
  t.strictSame(await once(append('x'), condition('object.data.a == "2"')), { a: '1' });
  t.strictSame(await once(append('x'), condition('object.data.a == "1"')), { a: '1', n: 'x' });
  t.match(await once(append('x'), condition('object.data.none == "1"')), [403, 'Invalid', /no such key: none$/]);
  t.strictSame(await once(append('x'), { ...condition('object.data.none == "1"'), failurePolicy: 'Ignore' }), {
    a: '1',
  });
  await policy(broken);
  await policy(broken, {}, 'q');
  await bind();
  await bind({ policyName: 'q' }, 'c');
  const { object } = await create({});
  t.strictSame(object.details?.causes?.length, 2, 'each failure is a cause');
  await clear();
});

t.test('an expression that is too expensive is ended by its cost (ADM-011)', async (t) => {
  const { once } = await scene(t);
  const list = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]';
  let test = 'true';
  for (const name of 'abcdef') test = `${list}.all(${name}, ${test})`;
  t.match(await once(apply(`Object{data: {"x": string(${test})}}`)), [403, 'Invalid', /cost|limit|budget/]);
  const many = `${list}.map(a, ${list}.map(b, ${list}.map(c, ${list}.map(d, object.data.big))))`;
  const told = await once(apply(`Object{data: {"x": ${many}}}`), {}, { big: 'x'.repeat(10_000) });
  t.match(told, [403, 'Invalid', /more than an object may hold|cost/]);
});

t.test('policies run in the order of their names, and again where they ask for it (ADM-008)', async (t) => {
  const { policy, bind, create, clear } = await scene(t);
  const both = async (first: object, second: object) => {
    await policy(append('1'), first);
    await policy(append('2'), second, 'q');
    await bind();
    await bind({ policyName: 'q' }, 'c');
    const { object } = await create();
    await clear();
    return object.data?.['n'];
  };
  t.strictSame(await both({}, {}), '12');
  t.strictSame(await both({ reinvocationPolicy: 'IfNeeded' }, {}), '121');
  t.strictSame(await both({}, { reinvocationPolicy: 'IfNeeded' }), '122');
  t.strictSame(await both({ reinvocationPolicy: 'IfNeeded' }, { reinvocationPolicy: 'IfNeeded' }), '1212');
  // All are matched with the object that the client sent.
  await policy(apply('Object{metadata: Object.metadata{labels: {"l": "1"}}}'));
  await policy(append('2'), { matchConstraints: { ...rulesOf(), objectSelector: { matchLabels: { l: '1' } } } }, 'q');
  await bind();
  await bind({ policyName: 'q' }, 'c');
  t.strictSame((await create({})).object.data, undefined);
  function rulesOf() {
    const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    return { resourceRules: [rule] };
  }
});

t.test('parameters, variables and the request are there, the uid of a new object is not (ADM-003)', async (t) => {
  const { ask, policy, bind, create, clear, once } = await scene(t);
  const labels = { par: '1' };
  for (const name of ['x', 'y']) {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { value: name } };
    t.strictSame((await ask('POST', maps, body)).status, 201);
  }
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  const told = async (paramRef: object) => {
    await policy(apply('Object{data: {params.metadata.name: params.data.value}}'), { paramKind });
    await bind({ paramRef });
    const { status, object } = await create();
    await clear();
    return object.kind === 'Status' ? [status, object.message] : object.data;
  };
  t.strictSame(await told({ name: 'x', parameterNotFoundAction: 'Deny' }), { x: 'x' });
  t.strictSame(await told({ selector: { matchLabels: labels }, parameterNotFoundAction: 'Deny' }), { x: 'x', y: 'y' });
  t.strictSame(await told({ name: 'none', parameterNotFoundAction: 'Allow' }), undefined);
  t.match(await told({ name: 'none', parameterNotFoundAction: 'Deny' }), [403, /no params found for policy binding/]);
  t.strictSame(
    await once(apply('Object{data: {"v": variables.b}}'), {
      variables: [
        { name: 'a', expression: 'request.operation' },
        { name: 'b', expression: 'variables.a + string(has(object.metadata.uid))' },
      ],
    }),
    { a: '1', v: 'CREATEfalse' },
  );
});

t.test('a kind without the sub-resource keeps the status that a policy gives it (ADM-003)', async (t) => {
  const { ask, policy, bind, rules } = await scene(t);
  const definitions = vendorOf('kubernetes').fill('/apis/apiextensions.{api}/v1/customresourcedefinitions');
  const free = { type: 'object', properties: { status: { type: 'object', properties: { n: { type: 'string' } } } } };
  const made = await ask('POST', definitions, {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: free } }],
    },
  });
  t.equal(made.status, 201, JSON.stringify(made.object));
  const things = '/apis/example.com/v1/namespaces/default/things';
  while ((await ask('GET', things)).status !== 200);
  const body = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } };
  t.equal((await ask('POST', things, { ...body, metadata: { name: 'b' } })).status, 201);
  await policy(jsonPatch('[JSONPatch{op: "add", path: "/status", value: {"n": "1"}}]'), {
    matchConstraints: rules('things', 'example.com'),
  });
  await bind();
  t.strictSame((await ask('POST', things, body)).object['status'], { n: '1' });
  const changed = await ask(
    'PATCH',
    `${things}/b`,
    { metadata: { labels: { x: 'y' } } },
    'application/merge-patch+json',
  );
  t.strictSame(changed.object['status'], { n: '1' });
});

t.test('dry runs and applies see the change, and owners of fields do not change (DRY-001)', async (t) => {
  const { ask, policy, bind, create } = await scene(t);
  await policy(append('x'));
  await bind();
  t.strictSame((await create({}, {}, '?dryRun=All')).object.data, { n: 'x' });
  t.strictSame((await ask('GET', `${maps}/a`)).status, 404);
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { own: '1' } };
  const applied = await ask('PATCH', `${maps}/a?fieldManager=me`, body, 'application/apply-patch+yaml');
  t.strictSame(applied.object.data, { n: 'x', own: '1' });
  t.strictSame(
    applied.object.metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1]),
    [['me', { 'f:data': { 'f:own': {} } }]],
  );
  t.strictSame((await ask('DELETE', `${maps}/a`)).status, 200, 'what is deleted is not changed');
});

t.test('the kinds are served where they are switched on, and act where the gate is on, too (VERS-023)', async (t) => {
  const off = await scene(t, 'kubernetes', { runtimeConfig: {} });
  t.strictSame((await off.ask('GET', `${off.api}/mutatingadmissionpolicies`)).status, 404);
  const inert = await scene(t, 'kubernetes', { featureGates: {} });
  await inert.policy(append('x'));
  await inert.bind();
  t.strictSame((await inert.create({ a: '1' })).object.data, { a: '1' });
});

t.test('policies that cannot be used are refused when they are written (CEL-045)', async (t) => {
  const { ask, api, rules } = await scene(t);
  const refused = async (spec: object) => {
    const { status, object } = await ask('POST', `${api}/mutatingadmissionpolicies`, {
      apiVersion: api.slice('/apis/'.length),
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'p' },
      spec: {
        mutations: [apply('Object{}')],
        reinvocationPolicy: 'Never',
        matchConstraints: rules('configmaps'),
        ...spec,
      },
    });
    return [status, object.message?.replace(/^.* is invalid: /, '')];
  };
  const place = 'spec.mutations[0].';
  const mutation = (one: object) => refused({ mutations: [one] });
  t.match(await refused({ mutations: [] }), [422, /^spec.mutations: Required value: mutations must contain/]);
  t.match(await refused({ reinvocationPolicy: 'Always' }), [
    422,
    /^spec.reinvocationPolicy: Unsupported value: "Always"/,
  ]);
  t.match(await refused({ reinvocationPolicy: undefined }), [422, 'spec.reinvocationPolicy: Required value']);
  const [deletes] = rules('configmaps').resourceRules;
  t.match(await refused({ matchConstraints: { resourceRules: [{ ...deletes, operations: ['DELETE'] }] } }), [
    422,
    /^spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE"/,
  ]);
  t.match(await mutation({ patchType: 'X' }), [422, `${place}patchType: Unsupported value: "X"`]);
  t.match(await mutation({ patchType: 'JSONPatch' }), [422, `${place}jsonPatch: Required value`]);
  t.match(await mutation({ ...jsonPatch('[JSONPatch{}]'), ...apply('Object{}') }), [
    422,
    `${place}jsonPatch: Invalid value`,
  ]);
  t.match(await mutation(apply('1')), [422, /must evaluate to Object but got int$/]);
  t.match(await mutation(jsonPatch('Object{}')), [422, /must evaluate to list\(JSONPatch\) but got Object$/]);
  t.match(await mutation(apply('Other{}')), [422, /undeclared reference to 'Other'/]);
  t.match(await mutation(jsonPatch('[JSONPatch{op: 1}]')), [422, /expected type of field 'op' is 'string'/]);
});
