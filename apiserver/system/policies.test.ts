// Validating admission policies of a running server: which writes they see, what they say, and what their bindings make of it.

import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const group = vendor.fill('admissionregistration.{api}');
const api = `/apis/${group}/v1`;
const maps = '/api/v1/namespaces/default/configmaps';

interface Told extends ApiObject {
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly message?: string }[] };
}

async function scene(t: Test) {
  const server = await startServer({ vendor: 'kubernetes', controllers: false });
  t.teardown(() => server.api.stop());
  const administrator = administratorOf(server.api);
  const ask = async (method: string, path: string, body?: object, type?: string) => {
    const { status, text, headers } = await administrator(
      method,
      path,
      body,
      type === undefined ? {} : { 'content-type': type },
    );
    return { status, object: JSON.parse(text) as Told, warning: headers['warning'] };
  };
  const policy = async (spec: object, name = 'p') => {
    const made = await ask('POST', `${api}/validatingadmissionpolicies`, {
      apiVersion: `${group}/v1`,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
        },
        ...spec,
      },
    });
    t.equal(made.status, 201, JSON.stringify(made.object));
    t.equal(made.warning, undefined);
  };
  const bind = async (spec: object = {}, name = 'b') => {
    const made = await ask('POST', `${api}/validatingadmissionpolicybindings`, {
      apiVersion: `${group}/v1`,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
    });
    t.equal(made.status, 201, JSON.stringify(made.object));
  };
  const clear = async () => {
    for (const kind of ['validatingadmissionpolicybindings', 'validatingadmissionpolicies'])
      for (const name of ['b', 'c', 'p', 'q']) await ask('DELETE', `${api}/${kind}/${name}`);
    for (const name of ['a', 'x', 'y']) await ask('DELETE', `${maps}/${name}`);
  };
  const create = (data: object = {}, metadata: object = {}) =>
    ask('POST', maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata }, data });
  return { ask, policy, bind, clear, create, administrator };
}

t.test('a bound policy refuses violations, with its message (ADM-018, ADM-019)', async (t) => {
  const { ask, policy, bind, clear, create } = await scene(t);
  const denied = "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ";
  const told = async (validation: object, data: object = { n: '1' }) => {
    await policy({ validations: [validation] });
    await bind();
    const { status, object } = await create(data);
    await clear();
    return [status, object.reason, object.message?.replace(denied, '')];
  };
  await policy({ validations: [{ expression: 'false' }] });
  t.equal((await create()).status, 201, 'a policy without a binding does nothing');
  await clear();
  t.strictSame(await told({ expression: "object.data.n == '1'" }), [201, undefined, undefined]);
  t.strictSame(await told({ expression: "object.data.n == '2'" }), [
    422,
    'Invalid',
    "failed expression: object.data.n == '2'",
  ]);
  t.strictSame(await told({ expression: 'false', message: ' no ' }), [422, 'Invalid', 'no']);
  t.strictSame(await told({ expression: 'false', reason: 'Forbidden', messageExpression: "'n is ' + object.data.n" }), [
    403,
    'Forbidden',
    'n is 1',
  ]);
  t.strictSame(
    await told({ expression: 'false', message: 'plain', messageExpression: 'string(object.data.none)' }),
    [422, 'Invalid', 'plain'],
    'a message that fails gives way',
  );
  t.strictSame(await told({ expression: 'object.data.none == 1' }), [
    422,
    'Invalid',
    "expression 'object.data.none == 1' resulted in error: no such key: none",
  ]);
  t.strictSame(await told({ expression: 'false', reason: 'RequestEntityTooLarge' }), [
    413,
    'RequestEntityTooLarge',
    'failed expression: false',
  ]);
  await policy({ validations: [{ expression: 'object.data.none == 1' }], failurePolicy: 'Ignore' });
  await bind();
  t.equal((await create()).status, 201, 'a failure can be ignored');
  t.equal((await ask('DELETE', `${maps}/a`)).status, 200, 'other operations are not seen');
});

t.test('expressions see the write, its user, its namespace, variables and the authorizer', async (t) => {
  const { policy, bind, clear, create, ask } = await scene(t);
  const holds = async (expression: string, variables: readonly object[] = []) => {
    await policy({ validations: [{ expression }], variables });
    await bind();
    const { status, object } = await create({ n: '1' });
    await clear();
    t.equal(status, 201, `${expression}: ${object.message}`);
  };
  await holds("request.operation == 'CREATE' && request.name == 'a' && request.namespace == 'default'");
  await holds("request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps' && oldObject == null");
  await holds("'system:masters' in request.userInfo.groups && !request.dryRun");
  await holds("namespaceObject.metadata.name == 'default' && namespaceObject.status.phase == 'Active'");
  await holds("authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()");
  await holds("authorizer.requestResource.check('create').allowed()");
  await holds(
    "!authorizer.serviceAccount('default', 'none').group('').resource('configmaps').check('create').allowed()",
  );
  await holds('variables.twice == 2', [
    { name: 'once', expression: 'int(object.data.n)' },
    { name: 'twice', expression: 'variables.once + variables.once' },
  ]);
  await policy({
    validations: [{ expression: 'variables.bad == 1' }],
    variables: [{ name: 'bad', expression: 'object.nothing.at' }],
  });
  await bind();
  t.match((await create()).object.message, /composited variable "bad" fails to evaluate: no such key: nothing/);
  await clear();
  await policy({
    validations: [{ expression: 'object.data.n == oldObject.data.n', message: 'n is fixed' }],
    matchConditions: [{ name: 'update', expression: "request.operation == 'UPDATE'" }],
  });
  await bind();
  t.equal((await create({ n: '1' })).status, 201, 'the condition leaves creations out');
  const merge = 'application/merge-patch+json';
  t.equal((await ask('PATCH', `${maps}/a`, { data: { m: '1' } }, merge)).status, 200);
  t.match(await ask('PATCH', `${maps}/a`, { data: { n: '2' } }, merge), {
    status: 422,
    object: { message: /n is fixed/ },
  });
});

t.test('policies and bindings choose by rules, names, namespaces and labels', async (t) => {
  const { policy, bind, clear, create } = await scene(t);
  const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps'] };
  const refused = async (match: object, matchResources?: object, metadata: object = {}) => {
    await policy({
      validations: [{ expression: 'false' }],
      matchConstraints: { resourceRules: [rule], ...match },
    });
    await bind(matchResources === undefined ? {} : { matchResources });
    const { status } = await create({}, metadata);
    await clear();
    return status === 422;
  };
  const named = (name: string) => ({ matchLabels: { [vendor.fill('{label}/metadata.name')]: name } });
  t.equal(await refused({}), true);
  t.equal(await refused({ resourceRules: [{ ...rule, resources: ['secrets'] }] }), false);
  t.equal(await refused({ resourceRules: [{ ...rule, resourceNames: ['a'] }] }), true);
  t.equal(await refused({ resourceRules: [{ ...rule, resourceNames: ['b'] }] }), false);
  t.equal(await refused({ excludeResourceRules: [{ ...rule, resourceNames: ['a'] }] }), false);
  t.equal(await refused({ namespaceSelector: named('default') }), true);
  t.equal(await refused({ namespaceSelector: named('other') }), false);
  t.equal(await refused({ objectSelector: { matchLabels: { a: 'b' } } }), false);
  t.equal(await refused({ objectSelector: { matchLabels: { a: 'b' } } }, undefined, { labels: { a: 'b' } }), true);
  t.equal(await refused({}, { namespaceSelector: named('other') }), false);
  t.equal(await refused({}, { resourceRules: [{ ...rule, operations: ['DELETE'] }] }), false);
  t.equal(await refused({}, { resourceRules: [rule] }), true);
});

t.test('parameters are found by name and by selector; the binding decides about missing ones', async (t) => {
  const { ask, policy, bind, clear, create } = await scene(t);
  const param = (name: string, most: string, labels: object = {}) =>
    ask('POST', maps, { metadata: { name, labels }, data: { most } });
  const told = async (paramRef: object | undefined, n = '5') => {
    await policy({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConditions: [{ name: 'own', expression: "object.metadata.name == 'a'" }],
      validations: [
        {
          expression: 'params != null && int(object.data.n) <= int(params.data.most)',
          messageExpression: "params == null ? 'none' : string(params.metadata.name)",
        },
      ],
    });
    await bind(paramRef === undefined ? {} : { paramRef });
    const { status, object } = await create({ n });
    await clear();
    return [status, object.message?.replace(/^.* denied request: /, '')];
  };
  const both = async () => {
    await param('x', '3', { param: 'yes' });
    await param('y', '9', { param: 'yes' });
  };
  const absent = { parameterNotFoundAction: 'Deny' };
  await both();
  t.strictSame(await told({ name: 'x', ...absent }), [422, 'x']);
  await both();
  t.strictSame(await told({ name: 'y', namespace: 'default', ...absent }), [201, undefined]);
  await both();
  t.strictSame(await told({ selector: { matchLabels: { param: 'yes' } }, ...absent }), [422, 'x'], 'each must hold');
  t.strictSame(await told({ name: 'none', ...absent }), [
    422,
    'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  ]);
  t.strictSame(await told({ name: 'none', parameterNotFoundAction: 'Allow' }), [201, undefined]);
  t.strictSame(await told(undefined), [422, 'none'], 'a binding may leave them out');
  await policy({ paramKind: { apiVersion: 'no.where/v1', kind: 'Nothing' }, validations: [{ expression: 'true' }] });
  await bind({ paramRef: { name: 'x', ...absent } });
  t.match(
    (await create()).object.message,
    /denied request: failed to configure policy: failed to find resource referenced by paramKind: 'no.where\/v1, Kind=Nothing'/,
  );
});

t.test('bindings deny, warn and audit; the first denial decides', async (t) => {
  const { policy, bind, create, ask, administrator } = await scene(t);
  await policy({
    validations: [
      { expression: 'false', message: 'first' },
      { expression: 'false', message: 'second' },
    ],
  });
  await bind({ validationActions: ['Warn', 'Audit'] });
  const warned = await create();
  t.equal(warned.status, 201);
  t.equal(
    warned.warning,
    ['first', 'second']
      .map((message) => `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': ${message}"`)
      .join(', '),
  );
  await bind({ validationActions: ['Deny'] }, 'c');
  const text = "ValidatingAdmissionPolicy 'p' with binding 'c' denied request: first";
  t.match(await ask('POST', maps, { metadata: { name: 'x' } }), {
    status: 422,
    object: { message: `configmaps "x" is forbidden: ${text}`, details: { causes: [{ message: text }] } },
  });
  const metrics = await administrator('GET', '/metrics');
  t.ok(
    metrics.text.includes(
      'apiserver_validating_admission_policy_check_total{policy="p",policy_binding="c",error_type="no_error",enforcement_action="deny"} 2',
    ),
  );
});

t.test('a policy cannot keep itself from being removed, nor close the server', async (t) => {
  const { policy, bind, ask, clear } = await scene(t);
  const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];
  await policy({ matchConstraints: { resourceRules: everything }, validations: [{ expression: 'false' }] });
  await bind();
  t.equal((await ask('POST', maps, { metadata: { name: 'a' } })).status, 422);
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  const reviews = vendor.fill('/apis/authorization.{api}/v1/selfsubjectaccessreviews');
  t.equal((await ask('POST', reviews, review)).status, 201);
  await clear();
  t.equal((await ask('POST', maps, { metadata: { name: 'a' } })).status, 201);
});

t.test('an expression that costs too much is a failure', async (t) => {
  const { policy, bind, create } = await scene(t);
  const list = `[${Array.from({ length: 100 }, (_, at) => at).join(',')}]`;
  const expression = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0))))`;
  await policy({ validations: [{ expression }] });
  await bind();
  t.match(await create(), { status: 422, object: { message: /operation cancelled: actual cost limit exceeded/ } });
});
