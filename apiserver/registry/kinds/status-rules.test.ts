// What controllers may write into a status, as another server of this API has it. Each fault has a twin that is taken.

import t from 'tap';
import { checkDns1123Subdomain } from '../../../shared/object/names.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels: { app: 'x' } }, spec: { containers, restartPolicy: 'Never' } };
const time = '2024-01-01T00:00:00Z';
const later = '2024-01-01T01:00:00Z';
const condition = { type: 'Ready', status: 'True', lastTransitionTime: time, reason: 'Done', message: '' };
const is = (...types: string[]): object => ({ conditions: types.map((type) => ({ type, status: 'True' })) });

interface Kind {
  readonly title: string;
  readonly resource: string;
  readonly namespaced?: false;
  readonly object: object;
  /** One status after the other; the words of its faults, or none where it is stored. */
  readonly sent: readonly (readonly [status: object, ...faults: string[]])[];
}

const ended = 'for finished job';
const [faultOfName] = checkDns1123Subdomain('_');
const kinds: readonly Kind[] = [
  {
    title: 'counts of a job are not negative and do not shrink, and conditions fit together',
    resource: 'jobs.batch',
    object: { spec: { template } },
    sent: [
      [{ active: -1 }, 'status.active: Invalid value: -1: must be greater than or equal to 0'],
      [{ startTime: time, active: 1, ready: 1, failed: 1 }],
      [
        { startTime: time, active: 1, ready: 2, failed: 1 },
        'status.ready: Invalid value: 2: cannot set more ready pods than active',
      ],
      [{ startTime: time, active: 1 }, 'status.failed: Invalid value: 0: cannot decrease the failed counter'],
      [{ active: 1, failed: 1 }, 'status.startTime: Required value: startTime cannot be removed for unsuspended job'],
      [
        { startTime: time, failed: 1, completionTime: later },
        `status.completionTime: Invalid value: "${later}": cannot set completionTime when there is no Complete=True condition`,
      ],
      [
        { startTime: time, failed: 1, ...is('Complete') },
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
        'status.completionTime: Required value: completionTime is required for Complete jobs',
      ],
      [
        { startTime: time, failed: 1, ...is('Failed') },
        'status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition',
      ],
      [
        { startTime: later, failed: 1, completionTime: time, ...is('SuccessCriteriaMet', 'Complete') },
        `status.completionTime: Invalid value: "${time}": must be equal to or after \`startTime\``,
        'status.startTime: Required value: startTime cannot be removed for unsuspended job',
      ],
      [
        { startTime: time, failed: 1, active: 1, completionTime: later, ...is('SuccessCriteriaMet', 'Complete') },
        `status.active: Invalid value: 1: active>0 is invalid ${ended}`,
      ],
      [
        { startTime: time, failed: 1, terminating: 1, completionTime: later, ...is('SuccessCriteriaMet', 'Complete') },
        `status.terminating: Invalid value: 1: terminating>0 is invalid ${ended}`,
      ],
      [{ startTime: time, failed: 1, completionTime: later, ...is('SuccessCriteriaMet', 'Complete') }],
      [
        { startTime: time, failed: 1, completionTime: later },
        `status.completionTime: Invalid value: "${later}": cannot set completionTime when there is no Complete=True condition`,
        'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
        'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
      ],
      [
        { startTime: time, failed: 1, completionTime: '2024-01-01T02:00:00Z', ...is('SuccessCriteriaMet', 'Complete') },
        'status.completionTime: Invalid value: "2024-01-01T02:00:00Z": field is immutable',
      ],
    ],
  },
  {
    title: 'indexes of a job are intervals that grow, below its completions',
    resource: 'jobs.batch',
    object: { spec: { template, completions: 5, parallelism: 5, completionMode: 'Indexed', backoffLimitPerIndex: 1 } },
    sent: [
      [
        { completedIndexes: '0,x' },
        'status.completedIndexes: Invalid value: "0,x": error parsing completedIndexes: cannot convert string to integer for index: "x"',
      ],
      [
        { completedIndexes: '5' },
        'status.completedIndexes: Invalid value: "5": error parsing completedIndexes: too large index: "5"',
      ],
      [
        { completedIndexes: '1,1' },
        'status.completedIndexes: Invalid value: "1,1": error parsing completedIndexes: non-increasing order, previous: 1, current: 1',
      ],
      [
        { failedIndexes: '3-1' },
        'status.failedIndexes: Invalid value: "3-1": error parsing failedIndexes: non-increasing order, previous: 3, current: 1',
      ],
      [
        { completedIndexes: '0-2', failedIndexes: '2-3' },
        'status.failedIndexes: Invalid value: "2-3": failedIndexes and completedIndexes overlap at index: 2',
      ],
      [{ completedIndexes: '0-2,4', failedIndexes: '3' }],
    ],
  },
  {
    title: 'indexes are of jobs that have some',
    resource: 'jobs.batch',
    object: { spec: { template } },
    sent: [
      [
        { completedIndexes: '0' },
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
      [
        { failedIndexes: '' },
        'status.failedIndexes: Invalid value: "": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
      ],
    ],
  },
  {
    title: 'conditions of a disruption budget have a type of their own, a status, a time and a reason',
    resource: 'poddisruptionbudgets.policy',
    object: { spec: {} },
    sent: [
      [{ conditions: [condition] }],
      [{ conditions: [condition, condition] }, 'status.conditions[1].type: Duplicate value: "Ready"'],
      [
        { conditions: [{ ...condition, status: 'Yes', reason: '', lastTransitionTime: null }] },
        'status.conditions[0].status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"',
        'status.conditions[0].lastTransitionTime: Required value',
        'status.conditions[0].reason: Required value',
      ],
      [
        { conditions: [{ ...condition, observedGeneration: -1 }] },
        'status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
      ],
    ],
  },
  {
    title: 'addresses of an ingress are addresses, and its names are none',
    resource: 'ingresses.networking.{api}',
    object: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    sent: [
      [{ loadBalancer: { ingress: [{ ip: '10.0.0.1', ports: [{ port: 1, protocol: 'other' }] }] } }],
      [
        { loadBalancer: { ingress: [{ ip: 'here' }] } },
        'status.loadBalancer.ingress[0].ip: Invalid value: "here": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [
        { loadBalancer: { ingress: [{ hostname: '10.0.0.1' }] } },
        'status.loadBalancer.ingress[0].hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      ],
    ],
  },
  {
    title: 'an autoscaler counts no less than nothing',
    resource: 'horizontalpodautoscalers.autoscaling',
    object: { spec: { maxReplicas: 1, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } } },
    sent: [
      [{ currentReplicas: 1, desiredReplicas: 0 }],
      [{ desiredReplicas: -1 }, 'status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
  },
  {
    title: 'conditions of a flow schema have a type each',
    resource: 'flowschemas.flowcontrol.apiserver.{api}',
    namespaced: false,
    object: { spec: { priorityLevelConfiguration: { name: 'p' } } },
    sent: [
      [{ conditions: [{ type: 'a', status: 'odd' }] }],
      [{ conditions: [{ status: 'True' }] }, 'status.conditions[0].type: Required value'],
    ],
  },
  {
    title: 'what a claim has got is storage, or named with a domain; its phase and modes are free',
    resource: 'persistentvolumeclaims',
    object: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } },
    sent: [
      [{ phase: 'Other', accessModes: ['Other'], allocatedResources: { storage: '1', 'example.com/a': '1' } }],
      [
        { allocatedResources: { cpu: '1' } },
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
      ],
      [
        { allocatedResourceStatuses: { storage: 'Growing' } },
        'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", ' +
          '"ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
      ],
    ],
  },
  {
    title: 'what became of the claims of a pod is said once, by the name that the pod has for it',
    resource: 'pods',
    object: { spec: { containers, resourceClaims: [{ name: 'c', resourceClaimName: 'd' }] } },
    sent: [
      [{ resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'd' }] }],
      [
        { resourceClaimStatuses: [{ name: 'e' }] },
        'status.resourceClaimStatuses[0].name: Invalid value: "e": must match the name of an entry in `spec.resourceClaims`',
      ],
    ],
  },
  {
    title: 'a pod that has its node may be nominated to another, and its containers may name any signal',
    resource: 'pods',
    object: { spec: { containers, nodeName: 'n' } },
    sent: [
      [{ nominatedNodeName: 'm' }],
      [{ nominatedNodeName: '_' }, `status.nominatedNodeName: Invalid value: "_": ${faultOfName}`],
      [
        {
          containerStatuses: [{ name: 'c', image: 'i', imageID: '', restartCount: 0, ready: true, stopSignal: 'Nope' }],
        },
      ],
    ],
  },
  {
    title: 'the phase of a node is any text',
    resource: 'nodes',
    namespaced: false,
    object: {},
    sent: [[{ phase: 'Nope' }]],
  },
];

for (const { title, resource, namespaced = true, object, sent } of kinds) {
  t.test(title, async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const name = api.vendor.fill(resource);
    const place = namespaced ? { namespace: 'a' } : {};
    const made = await api.call('create', name, { ...place, body: { metadata: { name: 'x' }, ...object } });
    t.equal(made.status, 201, made.text);
    for (const [status, ...faults] of sent) {
      const patch = {
        body: [{ op: 'add', path: '/status', value: status }],
        contentType: 'application/json-patch+json',
      };
      const answer = await api.call('patch', name, { ...place, name: 'x', subresource: 'status', ...patch });
      t.equal(answer.status, faults.length === 0 ? 200 : 422, `${JSON.stringify(status)}: ${answer.text}`);
      const causes = (answer.body as Partial<Status>).details?.causes ?? [];
      t.strictSame(
        causes.map(({ field, message }) => `${field}: ${message}`),
        faults,
      );
    }
  });
}

t.test("the time of a volume's phase follows the phase, unless the client sets it", async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/v' } };
  await api.call('create', 'persistentvolumes', { body: { metadata: { name: 'x' }, spec } });
  const put = (status: object) =>
    api.call('patch', 'persistentvolumes', {
      name: 'x',
      subresource: 'status',
      body: [{ op: 'add', path: '/status', value: status }],
      contentType: 'application/json-patch+json',
    });
  const said = await put({ phase: 'Available', lastPhaseTransitionTime: time });
  t.equal(said.at('status.lastPhaseTransitionTime'), time, 'the client says when');
  t.equal((await put({ phase: 'Available' })).at('status.lastPhaseTransitionTime'), time, 'kept while the phase stays');
  const changed = await put({ phase: 'Bound' });
  t.match(changed.at('status.lastPhaseTransitionTime'), /^20\d\d-/);
  t.not(changed.at('status.lastPhaseTransitionTime'), time, 'set when the phase changes');
});

t.test('finalizers of a namespace have a domain, whichever way they are written', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'namespaces', { body: { metadata: { name: 'n' } } });
  const finalize = (...finalizers: string[]) =>
    api.call('update', 'namespaces', {
      name: 'n',
      subresource: 'finalize',
      body: { metadata: { name: 'n' }, spec: { finalizers } },
    });
  const refused = await finalize('example.com/a', 'b');
  t.equal(refused.status, 422, refused.text);
  t.strictSame(refused.at('details.causes.0.field'), 'spec.finalizers[1]');
  t.equal((await finalize('example.com/a')).status, 200);
});
