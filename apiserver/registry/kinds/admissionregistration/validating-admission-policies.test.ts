import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const matchConstraints = { resourceRules: [rule] };
const validations = [{ expression: 'true' }];

t.test('a policy names its objects by consistent rules', async (t) => {
  const faults = await faultFinder(t);
  const policy = (changes: object) =>
    faults('validatingadmissionpolicies.admissionregistration.{api}', 'x.y', {
      matchConstraints,
      validations,
      ...changes,
    });
  const match = (changes: object) => policy({ matchConstraints: { ...matchConstraints, ...changes } });
  t.strictSame(await policy({}), []);
  t.strictSame(await policy({ matchConstraints: {} }), ['spec.matchConstraints.resourceRules: Required value']);
  const path = 'spec.matchConstraints.excludeResourceRules[0]';
  t.strictSame(await match({ excludeResourceRules: [{}] }), [
    `${path}.operations: Required value`,
    `${path}.apiGroups: Required value`,
    `${path}.apiVersions: Required value`,
    `${path}.resources: Required value`,
  ]);
  t.strictSame(await match({ excludeResourceRules: [{ ...rule, resourceNames: ['a/b', 'c', 'c'] }] }), [
    `${path}.resourceNames[0]: Invalid value: "a/b": may not contain '/'`,
    `${path}.resourceNames[2]: Duplicate value: "c"`,
  ]);
  t.strictSame(await match({ namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] } }), [
    'spec.matchConstraints.namespaceSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
  ]);
});

t.test(
  'parameters, variables, messages and annotations of a policy are checked; expressions must be there',
  async (t) => {
    const faults = await faultFinder(t);
    const policy = (changes: object) =>
      faults('validatingadmissionpolicies.admissionregistration.{api}', 'x.y', {
        matchConstraints,
        validations,
        ...changes,
      });
    t.strictSame(await policy({ paramKind: { apiVersion: 'a.b/v1', kind: 'C' } }), []);
    t.match(await policy({ paramKind: { apiVersion: 'a/b/c', kind: '-' } }), [
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      /^spec.paramKind.kind: Invalid value: "-": may have mixed case, but should otherwise match: a DNS-1035 label/,
    ]);
    t.strictSame(await policy({ paramKind: {} }), [
      'spec.paramKind.apiVersion: Required value',
      'spec.paramKind.kind: Required value',
    ]);
    t.strictSame(
      await policy({
        variables: [
          { name: 'a b', expression: '1' },
          { name: 'in', expression: ' ' },
        ],
      }),
      [
        'spec.variables[0].name: Invalid value: "a b": must be a valid CEL identifier',
        'spec.variables[1].name: Invalid value: "in": must be a valid CEL identifier',
        'spec.variables[1].expression: Required value: expression is not specified',
      ],
    );
    const twice = { name: 'a', expression: '1' };
    t.strictSame(await policy({ variables: [twice, twice] }), [], 'the later one counts');
    const validation = { expression: 'true', message: 'a\nb', messageExpression: ' ', reason: 'x' };
    t.strictSame(await policy({ validations: [validation, { expression: ' ', message: ' ' }] }), [
      'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
      'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
      'spec.validations[0].reason: Unsupported value: "x": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      'spec.validations[1].expression: Required value: expression is not specified',
      'spec.validations[1].message: Invalid value: " ": must be non-empty if specified',
    ]);
    const annotation = { key: 'k', valueExpression: "'v'" };
    t.match(
      await policy({ auditAnnotations: [annotation, annotation, { key: '-', valueExpression: 'x'.repeat(5121) }] }),
      [
        'spec.auditAnnotations[1].key: Duplicate value: "k"',
        /^spec.auditAnnotations\[2\].key: Invalid value: "x.y\/-": name part/,
        'spec.auditAnnotations[2].valueExpression: Required value: must not exceed 5120 bytes in length',
      ],
    );
    const conditions = [
      { name: 'a', expression: 'true' },
      { name: 'a b', expression: '' },
    ];
    t.match(await policy({ matchConditions: conditions }), [
      'spec.matchConditions[1].expression: Required value',
      /^spec.matchConditions\[1\].name: Invalid value: "a b": name part/,
    ]);
  },
);

t.test('expressions of a policy must be such that they can be evaluated', async (t) => {
  const faults = await faultFinder(t);
  const policy = (changes: object) =>
    faults('validatingadmissionpolicies.admissionregistration.{api}', 'x.y', {
      matchConstraints,
      validations,
      ...changes,
    });
  const known = { variables: [{ name: 'n', expression: 'object.spec.n' }] };
  t.strictSame(await policy({ ...known, validations: [{ expression: 'variables.n > 1' }] }), []);
  t.match(await policy({ validations: [{ expression: 'object.a ==' }] }), [
    /^spec.validations\[0\].expression: Invalid value: "object.a ==": compilation failed: ERROR: <input>:1:12: Syntax error/,
  ]);
  t.strictSame(await policy({ validations: [{ expression: '1' }] }), [
    'spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
  ]);
  t.match(await policy({ validations: [{ expression: 'params.a == 1' }] }), [/undeclared reference to 'params'/]);
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  t.strictSame(await policy({ paramKind, validations: [{ expression: 'params.a == 1' }] }), []);
  t.match(await policy({ ...known, validations: [{ expression: 'variables.m > 1' }] }), [/undefined field 'm'/]);
  t.match(
    await policy({
      variables: [
        { name: 'a', expression: 'variables.b' },
        { name: 'b', expression: "'text'" },
      ],
      validations: [{ expression: 'variables.b > 1' }],
    }),
    [
      /^spec.variables\[0\].expression: .*undeclared reference|^spec.variables\[0\].expression:/,
      /no matching overload/,
    ],
  );
  t.match(await policy({ validations: [{ expression: 'true', messageExpression: '1' }] }), [
    'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
  ]);
  t.match(await policy({ validations: [{ expression: 'true', messageExpression: 'string(authorizer)' }] }), [
    /undeclared reference to 'authorizer'/,
  ]);
  t.match(await policy({ auditAnnotations: [{ key: 'k', valueExpression: '1' }] }), [
    /^spec.auditAnnotations\[0\].valueExpression: Invalid value: "1": must evaluate to one of \[string null_type\] but got int$/,
  ]);
  t.match(await policy({ matchConditions: [{ name: 'a', expression: 'variables.n' }] }), [
    /^spec.matchConditions\[0\].expression: .*undeclared reference to 'variables'/,
  ]);
});

t.test('a binding names a policy, parameters by name or selector, and consistent actions', async (t) => {
  const faults = await faultFinder(t);
  const binding = (changes: object) =>
    faults('validatingadmissionpolicybindings.admissionregistration.{api}', 'x', {
      policyName: 'p',
      validationActions: ['Deny'],
      ...changes,
    });
  t.strictSame(await binding({ paramRef: { name: 'n', parameterNotFoundAction: 'Deny' }, matchResources: {} }), []);
  t.match(await binding({ policyName: 'a b' }), [
    /^spec.policyName: Invalid value: "a b": a lowercase RFC 1123 subdomain/,
  ]);
  t.strictSame(await binding({ paramRef: {} }), [
    'spec.paramRef: Required value: one of name or selector must be specified',
    'spec.paramRef.parameterNotFoundAction: Required value',
  ]);
  t.strictSame(await binding({ paramRef: { name: 'a/b', selector: {}, parameterNotFoundAction: 'x' } }), [
    `spec.paramRef.name: Invalid value: "a/b": may not contain '/'`,
    'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.parameterNotFoundAction: Unsupported value: "x": supported values: "Deny", "Allow"',
  ]);
  t.match(await binding({ validationActions: ['Deny', 'Warn'] }), [
    /^spec.validationActions: Invalid value: \["Deny","Warn"\]: must not contain both Deny and Warn/,
  ]);
  t.strictSame(await binding({ validationActions: ['Audit', 'Audit'] }), [
    'spec.validationActions[1]: Duplicate value: "Audit"',
  ]);
  t.strictSame(await binding({ matchResources: { resourceRules: [{ ...rule, resources: [] }] } }), [
    'spec.matchResources.resourceRules[0].resources: Required value',
  ]);
});

t.test('a variable sees those before it only', async (t) => {
  const faults = await faultFinder(t);
  const of = (...variables: readonly object[]) =>
    faults('validatingadmissionpolicies.admissionregistration.{api}', 'x.y', {
      matchConstraints,
      validations,
      variables,
    });
  for (const expression of ['variables.a', 'variables.b'])
    t.match(await of({ name: 'a', expression }, { name: 'b', expression: '1' }), [
      /^spec.variables\[0\].expression: .*<input>:1:10: undefined field/s,
    ]);
  t.strictSame(await of({ name: 'a', expression: '1' }, { name: 'b', expression: 'variables.a + 1' }), []);
});
