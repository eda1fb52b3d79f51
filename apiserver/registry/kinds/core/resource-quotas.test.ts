import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const selected = (...matchExpressions: object[]) => ({ scopeSelector: { matchExpressions } });
const path = 'spec.scopeSelector.matchExpressions';

t.test('the scopes of a quota exist, match its resources, and do not exclude each other', async (t) => {
  const faultsOf = await faultFinder(t);
  const faults = (spec: object) => faultsOf('resourcequotas', 'q', spec);
  const hard = { pods: '5' };
  t.strictSame(await faults({ hard: { ...hard, 'limits.cpu': '2' }, scopes: ['NotBestEffort', 'Terminating'] }), []);
  t.strictSame(await faults({ hard: { persistentvolumeclaims: '1' }, scopes: ['VolumeAttributesClass'] }), []);
  t.strictSame(
    await faults({ hard: { ...hard, 'count/jobs.batch': '1' }, scopes: ['BestEffort'] }),
    [],
    'not known here',
  );
  const invalid = 'spec.scopes: Invalid value: ';
  t.strictSame(await faults({ hard, scopes: ['Sometimes'] }), [`${invalid}["Sometimes"]: unsupported scope`]);
  for (const [scope, name] of [
    ['BestEffort', 'cpu'],
    ['NotTerminating', 'requests.storage'],
    ['PriorityClass', 'hugepages-2Mi'],
    ['VolumeAttributesClass', 'pods'],
  ] as const) {
    t.strictSame(await faults({ hard: { [name]: '1' }, scopes: [scope] }), [
      `${invalid}["${scope}"]: unsupported scope applied to resource`,
    ]);
  }
  t.strictSame(await faults({ hard, scopes: ['BestEffort', 'NotBestEffort'] }), [
    `${invalid}["BestEffort","NotBestEffort"]: conflicting scopes`,
  ]);
});

t.test('the selector of a quota uses only operators that each scope allows', async (t) => {
  const faultsOf = await faultFinder(t);
  const faults = (hard: object, ...matchExpressions: object[]) =>
    faultsOf('resourcequotas', 'q', { hard, ...selected(...matchExpressions) });
  const pods = { pods: '5' };
  t.strictSame(await faults(pods, { scopeName: 'PriorityClass', operator: 'In', values: ['high'] }), []);
  t.strictSame(await faults(pods, { scopeName: 'PriorityClass', operator: 'DoesNotExist' }), []);
  t.strictSame(await faults(pods, { scopeName: 'CrossNamespacePodAffinity', operator: 'Exists' }), []);
  t.match(await faults(pods, { scopeName: 'Sometimes', operator: 'Exists' }), [`${path}.scopeName: `]);
  t.match(await faults(pods, { scopeName: 'PriorityClass', operator: 'Is' }), [
    `${path}.operator: Invalid value: "Is": not a valid selector operator`,
  ]);
  t.match(await faults(pods, { scopeName: 'Terminating', operator: 'DoesNotExist' }), [
    `${path}.operator: Invalid value: "DoesNotExist": must be 'Exists' when scope is any of `,
  ]);
  t.match(await faults(pods, { scopeName: 'PriorityClass', operator: 'NotIn' }), [
    `${path}.values: Required value: must be at least one value when `,
  ]);
  t.match(await faults(pods, { scopeName: 'PriorityClass', operator: 'Exists', values: ['high'] }), [
    `${path}.values: Invalid value: ["high"]: must be no value when `,
  ]);
  t.match(await faults({ secrets: '1' }, { scopeName: 'PriorityClass', operator: 'Exists' }), [
    new RegExp(`^${path}: .*: unsupported scope applied to resource$`),
  ]);
  t.match(
    await faults(
      pods,
      { scopeName: 'Terminating', operator: 'Exists' },
      { scopeName: 'NotTerminating', operator: 'Exists' },
    ),
    [new RegExp(`^${path}: .*: conflicting scopes$`)],
  );
});

t.test('what a controller reports of a quota is counted in amounts too', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const x = { namespace: 'a', name: 'q' };
  const made = await api.call('create', 'resourcequotas', {
    namespace: 'a',
    body: { metadata: { name: 'q' }, spec: { hard: { pods: '5' } } },
  });
  t.equal(made.status, 200, made.text);
  const report = (used: object) =>
    api.call('patch', 'resourcequotas', {
      ...x,
      subresource: 'status',
      contentType: 'application/merge-patch+json',
      body: { status: { hard: { pods: '5' }, used } },
    });
  t.equal((await report({ pods: '2' })).status, 200);
  const refused = await report({ pods: '-1' });
  t.equal(refused.status, 422);
  t.match(refused.at('message'), 'status.used[pods]: Invalid value: "-1": must be greater than or equal to 0');
});
