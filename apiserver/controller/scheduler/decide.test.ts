import t from 'tap';
import { decide } from './decide.ts';
import { nodeUse } from './node-filters.ts';
import type { Container, Node, Pod, PodSpec } from './scheduled-objects.ts';

const options = { unschedulableTaint: 'node.example/unschedulable' };

const node = (
  name: string,
  more: Partial<NonNullable<Node['spec']>> & { labels?: Record<string, string> } = {},
): Node => {
  const { labels = {}, ...spec } = more;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec,
    status: { allocatable: { cpu: '2', memory: '4Gi', pods: '3', 'example.com/gpu': '1' } },
  };
};
const asking = (requests: Record<string, string>, more: Partial<Container> = {}): Container => ({
  resources: { requests },
  ...more,
});
const pod = (spec: PodSpec = {}, name = 'p'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'a' },
  spec: { containers: [{}], ...spec },
});

interface Scenario {
  readonly nodes: readonly (readonly [Node, ...Pod[]])[];
  readonly pod: Pod;
}

const outcome = ({ nodes, pod: wanted }: Scenario): string => {
  const uses = nodes.map(([one, ...pods]) => nodeUse(one, pods));
  const decision = decide(uses, wanted, options);
  return decision.outcome === 'node' ? decision.node : decision.message;
};

const in1 = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['1'] }] };
const required = (...nodeSelectorTerms: object[]): PodSpec => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const zones = [[node('a', { labels: { zone: '1', size: '5' } })], [node('b', { labels: { zone: '2' } })]] as const;
const mismatch = "node(s) didn't match Pod's node affinity/selector";
const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };

const scenarios: readonly (readonly [string, string, Scenario])[] = [
  ['no node', 'no nodes available to schedule pods', { nodes: [], pod: pod() }],
  ['the fewest pods win', 'b', { nodes: [[node('a'), pod()], [node('b')]], pod: pod() }],
  ['equals are taken by name', 'a', { nodes: [[node('b')], [node('a')]], pod: pod() }],
  [
    'requests are added up, and those of pods on the node count',
    '0/1 nodes are available: 1 Insufficient cpu.',
    {
      nodes: [[node('a'), pod({ containers: [asking({ cpu: '900m' }), asking({ cpu: '600m' })] })]],
      pod: pod({ containers: [asking({ cpu: '501m' })] }),
    },
  ],
  [
    'what just fits, fits',
    'a',
    {
      nodes: [[node('a'), pod({ containers: [asking({ cpu: '1500m' })] })]],
      pod: pod({ containers: [asking({ cpu: '500m', memory: '4Gi' })] }),
    },
  ],
  [
    'every resource that lacks is named',
    '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient example.com/gpu, 1 Insufficient memory.',
    {
      nodes: [[node('a')]],
      pod: pod({ containers: [asking({ cpu: '3', memory: '5Gi', 'example.com/gpu': '2' })] }),
    },
  ],
  [
    'too many pods',
    '0/1 nodes are available: 1 Too many pods.',
    { nodes: [[node('a'), pod(), pod(), pod()]], pod: pod() },
  ],
  [
    'the start of a pod may need more than its containers',
    '0/1 nodes are available: 1 Insufficient cpu.',
    {
      nodes: [[node('a')]],
      pod: pod({
        initContainers: [asking({ cpu: '1' }, { restartPolicy: 'Always' }), asking({ cpu: '1500m' })],
        containers: [asking({ cpu: '100m' })],
      }),
    },
  ],
  [
    'initial containers that end one after the other do not add up',
    'a',
    {
      nodes: [[node('a')]],
      pod: pod({ initContainers: [asking({ cpu: '2' }), asking({ cpu: '2' })], containers: [asking({ cpu: '1' })] }),
    },
  ],
  [
    'overhead is added',
    '0/1 nodes are available: 1 Insufficient cpu.',
    { nodes: [[node('a')]], pod: pod({ overhead: { cpu: '1m' }, containers: [asking({ cpu: '2' })] }) },
  ],
  [
    'a node that gets no new pods',
    '0/1 nodes are available: 1 node(s) were unschedulable.',
    {
      nodes: [[node('a', { unschedulable: true })]],
      pod: pod(),
    },
  ],
  [
    'unless the pod tolerates that',
    'a',
    {
      nodes: [[node('a', { unschedulable: true })]],
      pod: pod({ tolerations: [{ key: 'node.example/unschedulable', operator: 'Exists' }] }),
    },
  ],
  [
    'taints refuse, and reasons are counted',
    '0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s).',
    {
      nodes: [
        [node('a', { taints: [taint] })],
        [node('b', { taints: [{ ...taint, effect: 'NoExecute' }] })],
        [node('c'), pod({ containers: [asking({ cpu: '2' })] })],
      ],
      pod: pod({ containers: [asking({ cpu: '1' })], tolerations: [{ key: 'k', value: 'other' }] }),
    },
  ],
  [
    'a tolerated taint does not',
    'a',
    {
      nodes: [[node('a', { taints: [taint] })]],
      pod: pod({ tolerations: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] }),
    },
  ],
  [
    'a taint that only warns is avoided',
    'b',
    {
      nodes: [[node('a', { taints: [{ ...taint, effect: 'PreferNoSchedule' }] })], [node('b'), pod()]],
      pod: pod(),
    },
  ],
  [
    'and taken where there is no other',
    'a',
    {
      nodes: [[node('a', { taints: [{ ...taint, effect: 'PreferNoSchedule' }] })]],
      pod: pod(),
    },
  ],
  ['a selector', 'b', { nodes: zones, pod: pod({ nodeSelector: { zone: '2' } }) }],
  [
    'a selector that no node matches',
    `0/2 nodes are available: 2 ${mismatch}.`,
    {
      nodes: zones,
      pod: pod({ nodeSelector: { zone: '3' } }),
    },
  ],
  [
    'a selector of what every object has',
    `0/2 nodes are available: 2 ${mismatch}.`,
    {
      nodes: zones,
      pod: pod({ nodeSelector: { constructor: 'x' } }),
    },
  ],
  ['required affinity', 'a', { nodes: zones, pod: pod(required(in1)) }],
  [
    'one of its terms is enough',
    'a',
    {
      nodes: zones,
      pod: pod(required({ matchExpressions: [{ key: 'none', operator: 'Exists' }] }, in1)),
    },
  ],
  [
    'all of a term are needed',
    `0/2 nodes are available: 2 ${mismatch}.`,
    {
      nodes: zones,
      pod: pod(
        required({ matchExpressions: [...in1.matchExpressions, { key: 'size', operator: 'Gt', values: ['5'] }] }),
      ),
    },
  ],
  [
    'by the name of the node',
    'b',
    {
      nodes: zones,
      pod: pod(required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] })),
    },
  ],
  [
    'an empty term matches nothing',
    `0/2 nodes are available: 2 ${mismatch}.`,
    { nodes: zones, pod: pod(required({})) },
  ],
  [
    'a preference beats the number of pods',
    'a',
    {
      nodes: [[zones[0][0], pod(), pod()], [zones[1][0]]],
      pod: pod({
        affinity: {
          nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: in1 }] },
        },
      }),
    },
  ],
  [
    'a port of the host is given once',
    "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.",
    {
      nodes: [[node('a'), pod({ containers: [{ ports: [{ hostPort: 80, containerPort: 8080 }] }] })]],
      pod: pod({ hostNetwork: true, containers: [{ ports: [{ containerPort: 80 }] }] }),
    },
  ],
  [
    'and pods of the network of the host without ports are beside each other',
    'a',
    { nodes: [[node('a'), pod({ hostNetwork: true })]], pod: pod({ hostNetwork: true }) },
  ],
  [
    'once for each protocol and address',
    'a',
    {
      nodes: [[node('a'), pod({ containers: [{ ports: [{ hostPort: 80, hostIP: '10.0.0.1' }] }] })]],
      pod: pod({
        containers: [
          {
            ports: [
              { hostPort: 80, protocol: 'UDP' },
              { hostPort: 80, hostIP: '10.0.0.2' },
            ],
          },
        ],
      }),
    },
  ],
  [
    'what is not done here is named, and not passed over',
    '0/1 nodes are available: this scheduler does not support required pod affinity, required pod anti-affinity, topology spread constraints with DoNotSchedule, volumes of claims, resource claims.',
    {
      nodes: [[node('a')]],
      pod: pod({
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] },
          podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] },
        },
        topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }],
        volumes: [{ persistentVolumeClaim: {} }],
        resourceClaims: [{}],
      }),
    },
  ],
  [
    'what is only preferred is no reason to wait',
    'a',
    {
      nodes: [[node('a')]],
      pod: pod({ topologySpreadConstraints: [{ whenUnsatisfiable: 'ScheduleAnyway' }], affinity: { podAffinity: {} } }),
    },
  ],
];

t.test('a pod gets a node that fits, or the reasons why none does', (t) => {
  for (const [what, expected, scenario] of scenarios) t.equal(outcome(scenario), expected, what);
  t.end();
});
