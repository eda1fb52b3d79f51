// What the status of a validating policy says of its expressions, once the controller has compared them with the kinds of its rules.

import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

interface Checked extends ApiObject {
  readonly status?: {
    readonly observedGeneration?: number;
    readonly typeChecking?: { readonly expressionWarnings?: readonly { fieldRef: string; warning: string }[] };
  };
}

const rule = (apiGroup: string, ...resources: string[]) => ({
  operations: ['CREATE'],
  apiGroups: [apiGroup],
  apiVersions: ['v1'],
  resources,
});

async function scene(t: Test, vendorName: 'orch' | 'kubernetes') {
  const vendor = vendorOf(vendorName);
  const server = await startServer({ vendor: vendorName });
  t.teardown(() => server.api.stop());
  const administrator = administratorOf(server.api);
  const group = vendor.fill('admissionregistration.{api}');
  const policies = `/apis/${group}/v1/validatingadmissionpolicies`;
  const ask = async (method: string, path: string, body?: object, type = 'application/json') => {
    const answer = await administrator(method, path, body, body === undefined ? {} : { 'content-type': type });
    t.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return JSON.parse(answer.text) as Checked;
  };
  const checked = async (name: string, generation: number) => {
    for (;;) {
      const policy = await ask('GET', `${policies}/${name}`);
      if (policy.status?.observedGeneration === generation) return policy.status.typeChecking;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** The warnings, with the first line of each kind's. */
  const warnings = async (name: string, spec: object) => {
    const body = { apiVersion: `${group}/v1`, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec };
    await ask('POST', policies, body);
    const { expressionWarnings = [] } = (await checked(name, 1)) ?? {};
    return expressionWarnings.map(({ fieldRef, warning }) => [
      fieldRef,
      ...warning.split('\n').filter((line) => line.includes('ERROR')),
    ]);
  };
  return { ask, policies, checked, warnings };
}

for (const vendorName of ['orch', 'kubernetes'] as const) {
  t.test(`expressions are checked against each kind of the rules (${vendorName}; ADM-019)`, async (t) => {
    const { ask, policies, checked, warnings } = await scene(t, vendorName);
    t.strictSame(
      await warnings('replicas', {
        matchConstraints: { resourceRules: [rule('apps', 'deployments'), rule('', 'pods', 'pods/status')] },
        validations: [
          { expression: 'object.spec.replicas > 1', messageExpression: 'string(object.none)' },
          { expression: 'object.metadata.name == "a"' },
        ],
      }),
      [
        ['spec.validations[0].expression', "/v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'replicas'"],
        [
          'spec.validations[0].messageExpression',
          "/v1, Kind=Pod: ERROR: <input>:1:14: undefined field 'none'",
          "apps/v1, Kind=Deployment: ERROR: <input>:1:14: undefined field 'none'",
        ],
      ],
    );
    const better = { spec: { validations: [{ expression: 'object.kind == "Pod"' }] } };
    await ask('PATCH', `${policies}/replicas`, better, 'application/merge-patch+json');
    t.strictSame((await checked('replicas', 2)) ?? {}, {}, 'the warnings go with their reason');
  });
}

t.test('rules with wildcards name no kind, and ten kinds of a rule are enough (ADM-019)', async (t) => {
  const { warnings } = await scene(t, 'kubernetes');
  const validations = [{ expression: 'object.none == 1' }];
  const of = (name: string, ...resourceRules: object[]) =>
    warnings(name, { matchConstraints: { resourceRules }, validations });
  t.strictSame(await of('groups', { ...rule('*', 'pods') }), []);
  t.strictSame(await of('versions', { ...rule('', 'pods'), apiVersions: ['*'] }), []);
  t.strictSame(await of('resources', rule('', '*', 'pods/status')), []);
  t.strictSame(await of('absent', rule('none.example.com', 'things')), []);
  t.strictSame(
    (await of('events', rule('', 'events')))[0]?.length,
    3,
    'a rule without a group names the resource of each group that has the version',
  );
  const names = 'configmaps endpoints limitranges namespaces nodes pods podtemplates secrets services serviceaccounts';
  t.strictSame((await of('many', rule('', ...names.split(' '), 'resourcequotas')))[0]?.length, 11);
});

t.test('parameters and variables have types where these are known (ADM-019)', async (t) => {
  const { ask, warnings } = await scene(t, 'kubernetes');
  const extensions = vendorOf('kubernetes').fill('apiextensions.{api}/v1');
  const schema = { openAPIV3Schema: { type: 'object', properties: { most: { type: 'integer' } } } };
  await ask('POST', `/apis/${extensions}/customresourcedefinitions`, {
    apiVersion: extensions,
    kind: 'CustomResourceDefinition',
    metadata: { name: 'limits.t.example.com' },
    spec: {
      group: 't.example.com',
      scope: 'Cluster',
      names: { plural: 'limits', kind: 'Limit' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const matchConstraints = { resourceRules: [rule('', 'pods')] };
  t.match(
    await warnings('params', {
      matchConstraints,
      paramKind: { apiVersion: 't.example.com/v1', kind: 'Limit' },
      variables: [
        { name: 'count', expression: 'size(object.spec.containers)' },
        { name: 'wrong', expression: 'object.none' },
        { name: 'first', expression: 'object.spec.containers[0]' },
      ],
      validations: [
        { expression: 'params.most == "1"' },
        { expression: 'variables.wrong == 1 && variables.first.none == 1' },
        { expression: 'params.most == variables.count && object.spec.containers.all(c, c.image != "")' },
      ],
    }),
    [['spec.validations[0].expression', '/v1, Kind=Pod: ERROR: <input>:1:13: found no matching overload']],
    'what a variable is wrong about, or holds as an object, is not known further on',
  );
  t.match(
    await warnings('unknown', {
      matchConstraints,
      paramKind: { apiVersion: 'none.example.com/v1', kind: 'None' },
      validations: [{ expression: 'params.most == 1' }],
    }),
    [['spec.validations[0].expression', "/v1, Kind=Pod: ERROR: <input>:1:1: undeclared reference to 'params'"]],
  );
});
