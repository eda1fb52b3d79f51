import type { Case, CaseContext } from '../../contract/case.ts';
import {
  createWaiting,
  expectPlaced,
  expectWaiting,
  makeNodes,
  type NodeForm,
  schedulingServer,
} from '../../fixtures/pod/scheduling.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

type Row = readonly [name: string, spec: object, found: string | RegExp];

const image = 'registry.invalid/pause:1';
const asking = (requests: object, more: object = {}) => ({ name: 'main', image, resources: { requests }, ...more });
const one = (requests: object, more: object = {}) => ({ containers: [asking(requests)], ...more });
const exposing = (port: object) => ({
  containers: [{ name: 'main', image, ports: [{ containerPort: 8080, ...port }] }],
});
const required = (...nodeSelectorTerms: object[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const term = (key: string, operator: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length === 0 ? {} : { values }) }],
});
const card = { 'conformance.example/card': '1' };
const always = { restartPolicy: 'Always' };

/** Nodes and pods of one group. The pods come one after the other, each to the node with the name, or waits with the words. */
const groups: Readonly<
  Record<string, { readonly nodes: Readonly<Record<string, NodeForm>>; readonly rows: readonly Row[] }>
> = {
  room: {
    nodes: { r: { allocatable: { cpu: '2', memory: '1Gi', pods: '3', 'conformance.example/card': '1' } } },
    rows: [
      ['most', { containers: [asking({}, { resources: { requests: { cpu: '1500m' }, limits: card } })] }, 'r'],
      ['cpu', one({ cpu: '501m' }), /1 Insufficient cpu/],
      ['memory', one({ cpu: '1m', memory: '1025Mi' }), /1 Insufficient memory/],
      [
        'card',
        { containers: [asking({}, { resources: { limits: card } })] },
        /1 Insufficient conformance\.example\/card/,
      ],
      ['first', one({ cpu: '1m' }, { initContainers: [asking({ cpu: '501m' }, { name: 'i' })] }), /1 Insufficient cpu/],
      [
        'beside',
        one({ cpu: '251m' }, { initContainers: [asking({ cpu: '250m' }, { name: 'i', ...always })] }),
        /1 Insufficient cpu/,
      ],
      ['both', { containers: [asking({ cpu: '250m' }), asking({ cpu: '251m' }, { name: 'b' })] }, /1 Insufficient cpu/],
      [
        'rest',
        one(
          { cpu: '250m' },
          {
            initContainers: [asking({ cpu: '250m' }, { name: 'i', ...always }), asking({ cpu: '250m' }, { name: 'j' })],
          },
        ),
        'r',
      ],
      ['last', { containers: [{ name: 'main', image }] }, 'r'],
      ['many', { containers: [{ name: 'main', image }] }, /1 Too many pods/],
    ],
  },
  ports: {
    nodes: { p: {} },
    rows: [
      ['tcp', exposing({ hostPort: 8080 }), 'p'],
      ['again', exposing({ hostPort: 8080 }), /1 node\(s\) didn't have free ports for the requested pod ports/],
      ['udp', exposing({ hostPort: 8080, protocol: 'UDP' }), 'p'],
      ['here', exposing({ hostPort: 8081, hostIP: '127.0.0.2' }), 'p'],
      ['there', exposing({ hostPort: 8081, hostIP: '127.0.0.3' }), 'p'],
      ['everywhere', exposing({ hostPort: 8081 }), /didn't have free ports/],
      ['same', exposing({ hostPort: 8081, hostIP: '127.0.0.3' }), /didn't have free ports/],
      ['host', { ...exposing({}), hostNetwork: true }, /didn't have free ports/],
      ['inside', exposing({}), 'p'],
    ],
  },
  taints: {
    nodes: { t: { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } } },
    rows: [
      ['plain', {}, /\d node\(s\) had untolerated taint/],
      ['equal', { tolerations: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] }, 't'],
      ['other-value', { tolerations: [{ key: 'k', value: 'w', effect: 'NoSchedule' }] }, /untolerated taint/],
      ['other-effect', { tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute' }] }, /untolerated taint/],
      ['exists', { tolerations: [{ key: 'k', operator: 'Exists' }] }, 't'],
      ['all', { tolerations: [{ operator: 'Exists' }] }, 't'],
    ],
  },
  leaving: {
    nodes: { l: { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } }, u: { spec: { unschedulable: true } } },
    rows: [
      [
        'neither',
        {},
        /^0\/\d+ nodes are available: (?=.*\d node\(s\) were unschedulable)(?=.*\d node\(s\) had untolerated taint)/,
      ],
      ['leaving', { tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute' }] }, 'l'],
      ['no-value', { tolerations: [{ key: 'k', operator: 'Equal', effect: 'NoExecute' }] }, 'l'],
      ['held', { tolerations: [{ key: 'node.{label}/unschedulable', operator: 'Exists', effect: 'NoSchedule' }] }, 'u'],
    ],
  },
  labels: {
    nodes: { m: { labels: { disk: 'fast', size: '5' } }, n: { labels: { disk: 'slow' } } },
    rows: [
      ['selector', { nodeSelector: { disk: 'slow' } }, 'n'],
      ['in', required(term('disk', 'In', 'fast')), 'm'],
      ['not-in', required(term('disk', 'NotIn', 'slow')), 'm'],
      ['has', required(term('size', 'Exists')), 'm'],
      ['has-not', required(term('size', 'DoesNotExist')), 'n'],
      ['more', required(term('size', 'Gt', '4')), 'm'],
      ['not-more', required(term('size', 'Gt', '5')), /\d node\(s\) didn't match Pod's node affinity\/selector/],
      ['less', required(term('size', 'Lt', '6')), 'm'],
      ['either', required(term('disk', 'In', 'none'), term('disk', 'In', 'slow')), 'n'],
      [
        'contradicting',
        { nodeSelector: { disk: 'slow' }, ...required(term('disk', 'In', 'fast')) },
        /didn't match Pod's node affinity\/selector/,
      ],
    ],
  },
};

export default {
  id: 'pods-get-nodes',
  title: 'A scheduler MUST give a pod a node that has room, ports and labels for it, and whose taints it tolerates.',
  requirements: ['NLIFE-014U'],
  needs: ['namespace'],
  launch: schedulingServer,
  async run(c) {
    await Promise.all([...Object.keys(groups).map((group) => tryGroup(c, group)), prefers(c), waitsForTurn(c)]);
  },
} satisfies Case;

async function tryGroup(c: CaseContext, group: string): Promise<void> {
  const { nodes, rows } = groups[group] ?? { nodes: {}, rows: [] };
  const names = await makeNodes(c, group, nodes);
  for (const [name, spec, found] of rows) {
    const pod = `${group}-${name}`;
    await createWaiting(c, group, pod, JSON.parse(c.vendor.fill(JSON.stringify(spec))) as object);
    if (typeof found === 'string') await expectPlaced(c, pod, [names[found] ?? '']);
    else await expectWaiting(c, pod, found);
  }
}

/** Preferences decide between nodes that would both do. */
async function prefers(c: CaseContext): Promise<void> {
  const spare = { taints: [{ key: 'spare', effect: 'PreferNoSchedule' }] };
  const { usual, avoided } = await makeNodes(c, 'choice', {
    avoided: { labels: { disk: 'fast' }, spec: spare },
    usual: { labels: { disk: 'slow' } },
  });
  await createWaiting(c, 'choice', 'choice-usual', {});
  await expectPlaced(c, 'choice-usual', [usual]);
  const preferred = [{ weight: 100, preference: term('disk', 'In', 'fast') }];
  await createWaiting(c, 'choice', 'choice-preferring', {
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    tolerations: [{ key: 'spare', operator: 'Exists' }],
  });
  await expectPlaced(c, 'choice-preferring', [avoided]);
  // Equal nodes share the pods.
  const pair = await makeNodes(c, 'pair', { one: {}, other: {} });
  const both = Object.values(pair);
  await createWaiting(c, 'pair', 'pair-first', {});
  const first = await expectPlaced(c, 'pair-first', both);
  await createWaiting(c, 'pair', 'pair-second', {});
  await expectPlaced(
    c,
    'pair-second',
    both.filter((name) => name !== first),
  );
}

/** Who waits gets a turn when that can help; who is held, or is another scheduler's, gets none. */
async function waitsForTurn(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const group = 'turns';
  const { small } = await makeNodes(c, group, { small: { allocatable: { cpu: '1', memory: '1Gi', pods: '10' } } });
  await createWaiting(c, group, 'held', { schedulingGates: [{ name: 'conformance.example/hold' }] });
  await createWaiting(c, group, 'of-another', { schedulerName: 'another' });
  await createWaiting(c, group, 'big', one({ cpu: '800m' }));
  await expectPlaced(c, 'big', [small]);
  await createWaiting(c, group, 'second', one({ cpu: '900m' }));
  await expectWaiting(c, 'second', /Insufficient cpu/);
  // What has ended makes room, as what is gone does.
  expectOk(await c.wire.patch(pods.item('big', 'status'), 'merge', { status: { phase: 'Succeeded' } }));
  await expectPlaced(c, 'second', [small]);
  await createWaiting(c, group, 'third', one({ cpu: '800m' }));
  await expectWaiting(c, 'third', /Insufficient cpu/);
  expectDeleted(await c.wire.delete(pods.item('second'), { gracePeriodSeconds: 0 }));
  await expectPlaced(c, 'third', [small]);
  await createWaiting(c, group, 'fourth', one({ cpu: '2' }));
  await expectWaiting(c, 'fourth', /Insufficient cpu/);
  const { large } = await makeNodes(c, group, { large: {} });
  await expectPlaced(c, 'fourth', [large]);
  await createWaiting(c, group, 'fifth', { nodeSelector: { color: 'red' } });
  await expectWaiting(c, 'fifth', /didn't match/);
  const labels = { metadata: { labels: { color: 'red' } } };
  expectOk(await c.wire.patch(c.clusterResource('v1', 'nodes').item(small), 'merge', labels));
  await expectPlaced(c, 'fifth', [small]);
  for (const name of ['held', 'of-another']) expectAbsent(await c.wire.get(pods.item(name)), 'spec.nodeName');
  expectOk(await c.wire.patch(pods.item('held'), 'merge', { spec: { schedulingGates: null } }));
  await expectPlaced(c, 'held', [small, large]);
  await expectTold(c, 'fourth', ['FailedScheduling', 'Scheduled']);
}

/** Events tell about both. */
async function expectTold(c: CaseContext, name: string, reasons: readonly string[]): Promise<void> {
  const fieldSelector = `involvedObject.name=${name},involvedObject.kind=Pod`;
  await c.eventually(async () => {
    const answer = await c.wire.get(c.resource('v1', 'events').collection, { query: { fieldSelector } });
    expectOk(answer);
    const told = listAt(answer.json(), 'items').map((event) => textAt(event, 'reason'));
    expectThat(
      `events of ${name}`,
      reasons.every((reason) => told.includes(reason)),
      reasons.join(', '),
      told,
    );
  });
}
