import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const selecting = { selector: { matchLabels: { app: 'x' } }, template };
const negative = 'must be greater than or equal to 0';
const more = 'cannot be greater than status.replicas';

/** The status that is sent, and what is wrong with it. */
type Sent = readonly [status: object, ...faults: (readonly [field: string, message: string])[]];
type Kind = readonly [resource: string, apiVersion: string, kind: string, spec: object, sent: readonly Sent[]];

const available = (field: string): Sent => [
  { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
  ['availableReplicas', `Invalid value: 2: cannot be greater than ${field}`],
];
const replicaStatuses: readonly Sent[] = [
  [{ replicas: 3, readyReplicas: 2, availableReplicas: 2, fullyLabeledReplicas: 3 }],
  [{ replicas: 1, fullyLabeledReplicas: 2 }, ['fullyLabeledReplicas', `Invalid value: 2: ${more}`]],
  [{ readyReplicas: 2 }, ['readyReplicas', `Invalid value: 2: ${more}`]],
  [{ observedGeneration: -1 }, ['observedGeneration', `Invalid value: -1: ${negative}`]],
  available('readyReplicas'),
];

const kinds: readonly Kind[] = [
  ['replicasets.apps', 'apps/v1', 'ReplicaSet', selecting, replicaStatuses],
  ['replicationcontrollers', 'v1', 'ReplicationController', { template }, replicaStatuses],
  [
    'deployments.apps',
    'apps/v1',
    'Deployment',
    selecting,
    [
      [{ replicas: 3, updatedReplicas: 3, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 2 }],
      [{ unavailableReplicas: -1 }, ['unavailableReplicas', `Invalid value: -1: ${negative}`]],
      [{ updatedReplicas: 5 }, ['updatedReplicas', `Invalid value: 5: ${more}`]],
      available('readyReplicas'),
      [{ collisionCount: 3 }],
      [{ collisionCount: 2 }, ['collisionCount', 'Invalid value: 2: cannot be decremented']],
      [{}, ['collisionCount', 'Invalid value: 0: cannot be decremented']],
    ],
  ],
  [
    'statefulsets.apps',
    'apps/v1',
    'StatefulSet',
    { ...selecting, serviceName: 's' },
    [
      [{ replicas: 3, currentReplicas: 3, updatedReplicas: 3 }],
      [{ currentReplicas: 1 }, ['currentReplicas', `Invalid value: 1: ${more}`]],
      available('status.readyReplicas'),
    ],
  ],
  [
    'daemonsets.apps',
    'apps/v1',
    'DaemonSet',
    selecting,
    [
      [{ numberReady: 5, collisionCount: 1 }],
      [
        { numberReady: -2, currentNumberScheduled: -1, collisionCount: 1 },
        ['currentNumberScheduled', `Invalid value: -1: ${negative}`],
        ['numberReady', `Invalid value: -2: ${negative}`],
      ],
      [{ collisionCount: 0 }, ['collisionCount', 'Invalid value: 0: cannot be decremented']],
    ],
  ],
  [
    'poddisruptionbudgets.policy',
    'policy/v1',
    'PodDisruptionBudget',
    { selector: { matchLabels: { app: 'x' } } },
    [
      [{ currentHealthy: 1, desiredHealthy: 2, disruptionsAllowed: 0, expectedPods: 3 }],
      [
        { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: -1, expectedPods: 1 },
        ['disruptionsAllowed', `Invalid value: -1: ${negative}`],
      ],
    ],
  ],
];

for (const [resource, apiVersion, kind, spec, sent] of kinds) {
  t.test(`the counts in the status of a ${kind} are checked, by update and by patch`, async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const object = { apiVersion, kind, metadata: { name: 'x' }, spec };
    const made = await api.call('create', resource, { namespace: 'a', body: object });
    t.equal(made.status, 200, made.text);
    const asked = { namespace: 'a', name: 'x', subresource: 'status' };
    for (const [status, ...faults] of sent) {
      const merge = {
        body: [{ op: 'add', path: '/status', value: status }],
        contentType: 'application/json-patch+json',
      };
      const patched = await api.call('patch', resource, { ...asked, ...merge });
      const now = await api.call('get', resource, { namespace: 'a', name: 'x' });
      const updated = await api.call('update', resource, { ...asked, body: { ...(now.body as object), status } });
      for (const answer of [patched, updated]) {
        t.equal(answer.status, faults.length === 0 ? 200 : 422, `${JSON.stringify(status)}: ${answer.text}`);
        const causes = (answer.at('details.causes') ?? []) as readonly {
          readonly field: string;
          readonly message: string;
        }[];
        t.strictSame(
          causes.map(({ field, message }) => [field, message]),
          faults.map(([field, message]) => [`status.${field}`, message]),
        );
      }
    }
  });
}
