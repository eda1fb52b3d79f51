import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Answered, InProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { createRequest } from '../../../shared/certificates/request.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { definitionStrategy } from './apiextensions/definition/definition-strategy.ts';

const x = { namespace: 'a', name: 'x' };
const container = { name: 'c', image: 'i:1' };

async function opened(t: { teardown(close: () => Promise<void>): void }): Promise<InProcess> {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  return api;
}

function faults(answer: Answered): readonly string[] {
  const causes = answer.at('details.causes');
  return Array.isArray(causes)
    ? causes.map((cause: { field: string; message: string }) => `${cause.field}: ${cause.message}`)
    : [];
}

t.test('a new pod is pending, and gets defaults for absent fields', async (t) => {
  const api = await opened(t);
  const spec = { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '1', memory: '1Gi' } } }] };
  const made = await api.call('create', 'pods', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec, status: { phase: 'Running' } },
  });
  t.equal(made.status, 200, made.text);
  t.equal(made.at('status.phase'), 'Pending');
  t.equal(made.at('status.qosClass'), 'Guaranteed');
  t.equal(made.at('spec.containers.0.imagePullPolicy'), 'Always');
  t.strictSame(made.at('spec.containers.0.resources.requests'), { cpu: '1', memory: '1Gi' });
  t.equal(made.at('spec.restartPolicy'), 'Always');
  t.equal(made.at('spec.terminationGracePeriodSeconds'), 30);
  t.equal(made.at('metadata.generation'), 1);
});

t.test(
  'a pod with scheduling gates has a condition for them, and its selectors get its own labels by key',
  async (t) => {
    const api = await opened(t);
    const labelSelector = { matchLabels: { app: 'web' } };
    const term = { topologyKey: 'zone', labelSelector, matchLabelKeys: ['hash', 'none'], mismatchLabelKeys: ['team'] };
    const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
    const made = await api.call('create', 'pods', {
      namespace: 'a',
      body: {
        metadata: { name: 'gated', labels: { app: 'web', hash: 'h1', team: 'blue' } },
        spec: {
          containers: [container],
          schedulingGates: [{ name: 'example.com/wait' }],
          affinity: {
            podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
            podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
          },
          topologySpreadConstraints: [
            { ...spread, labelSelector, matchLabelKeys: ['hash'] },
            { ...spread, topologyKey: 'rack' },
          ],
        },
      },
    });
    t.equal(made.status, 200, made.text);
    t.match(made.at('status.conditions'), [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }]);
    const own = { key: 'hash', operator: 'In', values: ['h1'] };
    const other = { key: 'team', operator: 'NotIn', values: ['blue'] };
    const affinity = 'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution.0.podAffinityTerm';
    const against = 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0';
    t.strictSame(made.at(`${affinity}.labelSelector`), { ...labelSelector, matchExpressions: [own, other] });
    t.strictSame(made.at(`${against}.labelSelector`), { ...labelSelector, matchExpressions: [own, other] });
    t.strictSame(made.at('spec.topologySpreadConstraints.0.labelSelector'), {
      ...labelSelector,
      matchExpressions: [own],
    });
    t.equal(made.at('spec.topologySpreadConstraints.1.labelSelector'), undefined);
  },
);

t.test('an invalid selector is refused with its field, in every place', async (t) => {
  const api = await opened(t);
  const matchExpressions = [
    { key: 'a', operator: 'Is', values: ['b'] },
    { key: 'a', operator: 'In', values: [] },
    { key: 'a', operator: 'Exists', values: ['b'] },
    { key: 'no key', operator: 'Exists' },
  ];
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
  const metadata = { name: 'x' };
  const asked = [
    await api.call('create', 'deployments.apps', {
      namespace: 'a',
      body: { metadata, spec: { selector: { matchExpressions }, template } },
    }),
    await api.call('create', 'poddisruptionbudgets.policy', {
      namespace: 'a',
      body: { metadata, spec: { selector: { matchExpressions }, minAvailable: 1 } },
    }),
    await api.call('create', vendorOf('orch').fill('clusterroles.rbac.authorization.{api}'), {
      body: { metadata, rules: [], aggregationRule: { clusterRoleSelectors: [{ matchExpressions }] } },
    }),
  ];
  for (const answer of asked) {
    t.equal(answer.status, 422, answer.text);
    const text = faults(answer).join('\n');
    t.match(text, /matchExpressions\[0\]\.operator: Invalid value: "Is": not a valid selector operator/);
    t.match(text, /matchExpressions\[1\]\.values: Required value/);
    t.match(text, /matchExpressions\[2\]\.values: Forbidden/);
    t.match(text, /matchExpressions\[3\]\.key: Invalid value: "no key"/);
  }
});

t.test('a pod that cannot run is refused with every fault', async (t) => {
  const api = await opened(t);
  const empty = await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec: {} } });
  t.equal(empty.status, 422);
  t.ok(faults(empty).includes('spec.containers: Required value'));
  const spec = {
    containers: [
      { name: 'C', image: '', ports: [{ containerPort: 70000 }] },
      { name: 'd', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/v' }], resources: { limits: { cpu: '-1' } } },
      { name: 'd', image: 'i' },
    ],
  };
  const wrong = await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  t.equal(wrong.status, 422);
  const text = faults(wrong).join('\n');
  t.match(text, /spec\.containers\[0\]\.name: Invalid value: "C"/);
  t.match(text, /spec\.containers\[0\]\.image: Required value/);
  t.match(
    text,
    /spec\.containers\[0\]\.ports\[0\]\.containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive/,
  );
  t.match(text, /spec\.containers\[1\]\.volumeMounts\[0\]\.name: Not found: "v"/);
  t.match(text, /spec\.containers\[1\]\.resources\.limits\[cpu\]: Invalid value/);
  t.match(text, /spec\.containers\[2\]\.name: Duplicate value: "d"/);
});

t.test('a running pod keeps its specification but for a few fields', async (t) => {
  const api = await opened(t);
  await api.call('create', 'pods', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: { containers: [container] } },
  });
  const patch = (body: object) =>
    api.call('patch', 'pods', { ...x, contentType: 'application/strategic-merge-patch+json', body });
  const image = await patch({ spec: { containers: [{ name: 'c', image: 'i:2' }] } });
  t.equal(image.status, 200, image.text);
  t.equal(image.at('metadata.generation'), 2);
  const command = await patch({ spec: { containers: [{ name: 'c', command: ['sh'] }] } });
  t.equal(command.status, 422);
  t.match(command.at('message'), /spec: Forbidden: pod updates may not change fields other than/);
  t.equal((await patch({ spec: { nodeName: 'n' } })).status, 422);
});

t.test('labels and names follow their rules', async (t) => {
  const api = await opened(t);
  const bad = await api.call('create', 'configmaps', {
    namespace: 'a',
    body: { metadata: { name: 'X_', labels: { a: 'x y' } } },
  });
  t.equal(bad.status, 422);
  t.match(faults(bad).join('\n'), /metadata\.name: Invalid value: "X_"/);
  t.match(faults(bad).join('\n'), /metadata\.labels: Invalid value: "x y": a valid label must be/);
  const roles = api.vendor.fill('roles.rbac.authorization.{api}');
  t.equal(
    (await api.call('create', roles, { namespace: 'a', body: { metadata: { name: 'system:x' }, rules: [] } })).status,
    200,
  );
  const service = await api.call('create', 'services', {
    namespace: 'a',
    body: { metadata: { name: '1a' }, spec: { ports: [{ port: 80 }] } },
  });
  t.match(service.at('message'), /a DNS-1035 label must consist of/);
});

t.test('a map or a secret of more than a mebibyte is refused with the field that clients know', async (t) => {
  const api = await opened(t);
  const value = 'x'.repeat(2 ** 20 + 1);
  for (const [resource, key, text] of [
    ['configmaps', '[]', value],
    ['secrets', 'data', Buffer.from(value).toString('base64')],
  ] as const) {
    const large = await api.call('create', resource, {
      namespace: 'a',
      body: { metadata: { name: 'large' }, data: { k: text } },
    });
    t.equal(large.status, 422);
    t.strictSame(faults(large), [`${key}: Too long: may not be more than 1048576 bytes`]);
  }
});

t.test('services get unique addresses, on two servers of one store', async (t) => {
  const api = await opened(t);
  const other = await inProcess('orch', { store: api.store });
  const bodies = Array.from({ length: 12 }, (_, index) => ({
    metadata: { name: `s${index}` },
    spec: { type: 'NodePort', ports: [{ port: 80 }] },
  }));
  const made = await Promise.all(
    bodies.map((body, index) => (index % 2 === 0 ? api : other).call('create', 'services', { namespace: 'a', body })),
  );
  t.equal(new Set(made.map((answer) => answer.at('spec.clusterIP'))).size, 12);
  t.equal(new Set(made.map((answer) => answer.at('spec.ports.0.nodePort'))).size, 12);
  for (const answer of made) {
    t.match(answer.at('spec.clusterIP'), /^10\.0\.0\.\d+$/);
    t.equal(answer.at('spec.ports.0.targetPort'), 80);
  }
});

t.test('an address can be asked for, is refused twice, and is free again after the delete', async (t) => {
  const api = await opened(t);
  const make = (name: string) =>
    api.call('create', 'services', {
      namespace: 'a',
      body: { metadata: { name }, spec: { clusterIP: '10.0.0.10', ports: [{ port: 80 }] } },
    });
  t.equal((await make('x')).status, 200);
  const second = await make('y');
  t.equal(second.status, 422);
  t.match(second.at('message'), /provided IP is already allocated/);
  const moved = await api.call('patch', 'services', {
    ...x,
    contentType: 'application/merge-patch+json',
    body: { spec: { clusterIP: '10.0.0.11' } },
  });
  t.match(moved.at('message'), /spec\.clusterIPs\[0\]: Invalid value: \["10\.0\.0\.11"\]: may not change once set/);
  const kept = await api.call('update', 'services', {
    ...x,
    body: { metadata: { name: 'x' }, spec: { ports: [{ port: 81 }] } },
  });
  t.equal(kept.at('spec.clusterIP'), '10.0.0.10', 'who leaves it out keeps it');
  t.equal((await api.call('delete', 'services', x)).at('kind'), 'Service');
  t.equal((await make('y')).status, 200);
  const outside = await api.call('create', 'services', {
    namespace: 'a',
    body: { metadata: { name: 'z' }, spec: { clusterIP: '10.9.0.1', ports: [{ port: 1 }] } },
  });
  t.match(outside.at('message'), /the provided network does not match the current range/);
});

t.test('a workload selects its own template, and never another', async (t) => {
  const api = await opened(t);
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [container] } };
  const make = (spec: object) =>
    api.call('create', 'deployments.apps', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  t.match(faults(await make({ template })).join(), /spec\.selector: Required value/);
  const other = await make({ template, selector: { matchLabels: { app: 'y' } } });
  t.match(
    faults(other).join(),
    /spec\.template\.metadata\.labels: Invalid value: .*`selector` does not match template `labels`/,
  );
  const made = await make({ template, selector: { matchLabels: { app: 'x' } } });
  t.strictSame(made.at('spec.strategy'), {
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
  });
  t.equal(made.at('spec.replicas'), 1);
  const changed = await api.call('patch', 'deployments.apps', {
    ...x,
    contentType: 'application/merge-patch+json',
    body: { spec: { selector: { matchLabels: { b: 'c' } }, template: { metadata: { labels: { b: 'c' } } } } },
  });
  t.match(faults(changed).join(), /spec\.selector: Invalid value: .*: field is immutable/);
});

t.test('a job selects its pods by its uid', async (t) => {
  const api = await opened(t);
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [container] } } };
  const made = await api.call('create', 'jobs.batch', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  t.equal(made.status, 200, made.text);
  const label = api.vendor.fill('batch.{label}/controller-uid');
  t.strictSame(made.at('spec.selector.matchLabels'), { [label]: made.at('metadata.uid') });
  t.equal(made.at('spec.completions'), 1);
  t.equal(made.at('spec.backoffLimit'), 6);
});

t.test('secrets merge their text form and keep their type', async (t) => {
  const api = await opened(t);
  const made = await api.call('create', 'secrets', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, stringData: { a: 'b' } },
  });
  t.strictSame(made.at('data'), { a: Buffer.from('b').toString('base64') });
  t.equal(made.at('stringData'), undefined);
  t.equal(made.at('type'), 'Opaque');
  const typed = await api.call('update', 'secrets', { ...x, body: { metadata: { name: 'x' }, type: 'other.io/t' } });
  t.match(faults(typed).join(), /type: Invalid value: "other\.io\/t": field is immutable/);
  const immutable = await api.call('update', 'secrets', { ...x, body: { ...(made.body as object), immutable: true } });
  t.equal(immutable.status, 200, immutable.text);
  const late = await api.call('update', 'secrets', {
    ...x,
    body: { metadata: { name: 'x' }, data: {}, immutable: true },
  });
  t.match(faults(late).join(), /data: Forbidden: field is immutable when `immutable` is set/);
});

t.test('ranges, budgets, autoscalers and definitions are completed and must fit together', async (t) => {
  const api = await opened(t);
  const limits = [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }];
  const range = await api.call('create', 'limitranges', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: { limits } },
  });
  t.strictSame(range.at('spec.limits.0.default'), { cpu: '2' });
  t.strictSame(range.at('spec.limits.0.defaultRequest'), { cpu: '2', memory: '1Mi' });
  const budget = { metadata: { name: 'x' }, spec: { minAvailable: 1, maxUnavailable: '10%', selector: {} } };
  const both = await api.call('create', 'poddisruptionbudgets.policy', { namespace: 'a', body: budget });
  t.match(both.at('message'), /minAvailable and maxUnavailable cannot be both set/);
  const definitions = api.vendor.fill('customresourcedefinitions.apiextensions.{api}');
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const made = await api.call('create', definitions, { body: definition });
  t.equal(made.status, 200, made.text);
  t.equal(made.at('spec.names.listKind'), 'ThingList');
  t.strictSame(made.at('status.storedVersions'), ['v1']);
  const write = (subresource: string | undefined, body: object) => {
    const place = { name: 'things.example.com', contentType: 'application/json-patch+json' };
    return api.call('patch', definitions, { ...place, ...(subresource === undefined ? {} : { subresource }), body });
  };
  const emptied = await write('status', [{ op: 'replace', path: '/status/storedVersions', value: [] }]);
  t.strictSame(emptied.at('status.storedVersions'), ['v1'], 'never without the version that is stored');
  const misnamed = await api.call('create', definitions, { body: { ...definition, metadata: { name: 'x.y' } } });
  t.match(misnamed.at('message'), /must be spec\.names\.plural\+"\."\+spec\.group/);
});

t.test('a signing request is parseable, and its usages have no duplicates (REMOVED-066 to REMOVED-070)', async (t) => {
  const api = await opened(t);
  const requests = api.vendor.fill('certificatesigningrequests.certificates.{api}');
  const { requestPem } = createRequest({ commonName: 'a' });
  const request = Buffer.from(requestPem).toString('base64');
  const good = { request, signerName: 'example.com/signer', usages: ['client auth', 'digital signature'] };
  const create = (name: string, spec: object) =>
    api.call('create', requests, { body: { metadata: { name }, spec: { ...good, ...spec } } });
  t.equal((await create('a', { expirationSeconds: 600 })).status, 200);
  const text = (pem: string) => ({ request: Buffer.from(pem).toString('base64') });
  const empty = text('-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n');
  const faulty = [
    [{ usages: ['client auth', 'client auth'] }, /spec\.usages\[1\]: Duplicate value: "client auth"/],
    [{ usages: ['flying'] }, /spec\.usages\[0\]: Unsupported value: "flying": supported values: "any", /],
    [{ usages: [] }, /spec\.usages: Required value/],
    [
      { signerName: api.vendor.fill('{label}/legacy-unknown') },
      /spec\.signerName: Invalid value: .*the legacy signerName/,
    ],
    [{ signerName: 'plain' }, /spec\.signerName: Invalid value: "plain"/],
    [{ expirationSeconds: 599 }, /spec\.expirationSeconds: Invalid value: 599/],
    [empty, /spec\.request: Invalid value/],
    [text('hello'), /spec\.request: Invalid value: .*CERTIFICATE REQUEST/],
  ] as const;
  for (const [spec, fault] of faulty) {
    const refused = await create('b', spec);
    t.equal(refused.status, 422, refused.text);
    t.match(faults(refused).join(), fault);
  }
});

t.test('webhook configurations are validated (REMOVED-036 to REMOVED-043)', async (t) => {
  const api = await opened(t);
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
  const good = {
    name: 'a.example.com',
    clientConfig: { url: 'https://127.0.0.1:1/hook' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    rules: [rule],
  };
  const faulty = [
    [{ sideEffects: 'Some' }, /sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"/],
    [{ sideEffects: undefined }, /sideEffects: Required value/],
    [{ admissionReviewVersions: undefined }, /admissionReviewVersions: Required value/],
    [
      { admissionReviewVersions: ['v2'] },
      /admissionReviewVersions: Invalid value.*must include at least one of v1, v1beta1/,
    ],
    [{ admissionReviewVersions: ['v1', 'v1'] }, /admissionReviewVersions\[1\]: Invalid value: "v1": duplicate version/],
    [{ name: 'short.com' }, /name: Invalid value: "short\.com": should be a domain with at least three segments/],
    [{ name: 'A.example.com' }, /name: Invalid value: "A\.example\.com": a lowercase RFC 1123 subdomain/],
    [{ timeoutSeconds: 31 }, /timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds/],
    [{ failurePolicy: 'Maybe' }, /failurePolicy: Unsupported value: "Maybe"/],
    [{ rules: [{ ...rule, scope: 'Here' }] }, /rules\[0\]\.scope: Unsupported value: "Here"/],
    [{ rules: [{ ...rule, operations: [] }] }, /rules\[0\]\.operations: Required value/],
    [{ rules: [{ ...rule, operations: ['*', 'CREATE'] }] }, /rules\[0\]\.operations: Invalid value/],
    [{ rules: [{ ...rule, resources: ['*', 'pods'] }] }, /rules\[0\]\.resources: Invalid value/],
    [{ rules: [{ ...rule, resources: ['pods/*', 'pods/log'] }] }, /rules\[0\]\.resources\[1\]: Invalid value/],
    [{ clientConfig: {} }, /clientConfig: Required value: exactly one of url or service is required/],
    [
      { clientConfig: { url: 'http://a.example.com' } },
      /clientConfig\.url: Invalid value: "http": 'https' is the only/,
    ],
    [{ clientConfig: { url: 'https://u:p@a.example.com/?q#f' } }, /user information.*fragments.*query parameters/],
    [
      { clientConfig: { service: { namespace: 'a', name: 'x', path: 'hook', port: 0 } } },
      /service\.port: Invalid value: 0.*service\.path: Invalid value: "hook": must start with a '\/'/,
    ],
    [
      { matchConditions: [{ name: 'a b', expression: ' ' }] },
      /matchConditions\[0\]\.expression: Required value.*name: Inv/,
    ],
    [
      { matchConditions: [{ name: 'a', expression: 'object.a ==' }] },
      /matchConditions\[0\]\.expression: Invalid value: "object\.a ==": compilation failed: ERROR: <input>:1:12: Syntax error/,
    ],
    [
      {
        matchConditions: [
          { name: 'a', expression: 'object.a' },
          { name: 'b', expression: '"x"' },
        ],
      },
      /matchConditions\[1\]\.expression: Invalid value: "\\"x\\"": must evaluate to bool but got string/,
    ],
    [
      { matchConditions: [{ name: 'a', expression: 'params.x == 1' }] },
      /matchConditions\[0\]\.expression: .*undeclared reference to 'params'/,
    ],
  ] as const;
  for (const kind of ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']) {
    const resource = api.vendor.fill(`${kind}.admissionregistration.{api}`);
    const create = (webhooks: readonly object[]) =>
      api.call('create', resource, { body: { metadata: { name: 'x' }, webhooks } });
    for (const [change, fault] of faulty) {
      const refused = await create([{ ...good, ...change }]);
      t.equal(refused.status, 422, refused.text);
      t.match(faults(refused).join(), fault);
      t.strictSame(refused.warnings, []);
    }
    t.match(faults(await create([good, good])).join(), /webhooks\[1\]\.name: Duplicate value: "a\.example\.com"/);
    const made = await create([good]);
    t.equal(made.status, 200, made.text);
    t.strictSame(made.warnings, []);
  }
});

t.test('an owner that is named twice is kept once, with a warning', async (t) => {
  const api = await opened(t);
  const owner = { apiVersion: 'v1', kind: 'Secret', name: 'o', uid: 'u-1' };
  const other = { ...owner, controller: true };
  const warning = (when: string) =>
    new RegExp(
      `^\\.metadata\\.ownerReferences contains duplicate entries${when}; .* duplicate UID\\(s\\) observed: u-1$`,
    );
  const made = await api.call('create', 'configmaps', {
    namespace: 'a',
    body: { metadata: { name: 'x', ownerReferences: [owner, owner, other] } },
  });
  t.strictSame(made.at('metadata.ownerReferences'), [owner, other], 'the same owner in other words is another entry');
  t.equal(made.warnings.length, 1);
  t.match(made.warnings[0], warning(''));
  const body = [{ op: 'add', path: '/metadata/ownerReferences/-', value: owner }];
  const contentType = 'application/json-patch+json';
  const patched = await api.call('patch', 'configmaps', { ...x, contentType, body });
  t.strictSame(patched.at('metadata.ownerReferences'), [owner, other]);
  t.match(patched.warnings[0], warning(' after mutating admission happens'));
  const put = await api.call('update', 'configmaps', {
    ...x,
    body: { metadata: { name: 'x', ownerReferences: [owner, owner] } },
  });
  t.strictSame(put.at('metadata.ownerReferences'), [owner]);
  t.equal(put.warnings.length, 1);
});

t.test('a definition has a structural schema for every version (REMOVED-052 to REMOVED-054)', async (t) => {
  const vendor = vendorOf('orch');
  const strategy = definitionStrategy(vendor);
  const errorsOf = (openAPIV3Schema: unknown, more: object = {}) => {
    const definition: ApiObject & { readonly spec: object } = {
      apiVersion: vendor.fill('apiextensions.{api}/v1'),
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
        ...more,
      },
    };
    strategy.applyDefaults?.(definition);
    return strategy.validateCreate?.(definition);
  };
  // A fault in the schema that all versions share is reported once, at the definition.
  const path = 'spec.validation.openAPIV3Schema';
  const free = { [vendor.fill('x-{maker}-preserve-unknown-fields')]: true };
  const either = { [vendor.fill('x-{maker}-int-or-string')]: true };
  const properties = { a: { type: 'array', items: { type: 'string' } }, free, either };
  t.strictSame(errorsOf({ type: 'object', properties }), []);
  t.match(errorsOf(undefined), [{ field: 'spec.versions[0].schema.openAPIV3Schema', type: 'FieldValueRequired' }]);
  const untyped = {
    properties: { a: {}, b: { type: 'array', items: {} }, c: { type: 'object', additionalProperties: {} } },
  };
  t.strictSame(
    errorsOf(untyped)?.map(({ field }) => field.slice(path.length)),
    ['.properties[a].type', '.properties[b].items.type', '.properties[c].additionalProperties.type', '.type'],
  );
  t.match(errorsOf({ type: 'object' }, { preserveUnknownFields: true }), [{ field: 'spec.preserveUnknownFields' }]);
});
