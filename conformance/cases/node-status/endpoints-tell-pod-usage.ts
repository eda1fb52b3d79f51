import { statfs } from 'node:fs/promises';
import {
  app,
  measuredAt,
  measures,
  shownTime,
  side,
  whole,
  withMeasuredPods,
} from '../../fixtures/agent/measured-pods.ts';
import { containerStatsList, shownStalls } from '../../fixtures/agent/measured-usage.ts';
import type { StandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { Unimplemented } from '../../wire/exchange/grpc.ts';

export default {
  id: 'endpoints-tell-pod-usage',
  title:
    'An agent SHOULD report what its runtime measures of pods and containers, each figure under its name and with its time.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withMeasuredPods(c, async ({ agent, runtime, folder }) => {
      await isWhole(agent, folder);
      await isBrief(agent);
      await isRated(agent, runtime);
      await isSummed(agent, runtime);
      const endpoint = `--container-runtime-endpoint=${runtime.endpoint}`;
      const plain = await c.launchAgent({ flags: [endpoint, '--feature-gates=KubeletPSI=false'] });
      measures(runtime, whole);
      const answer = await plain.wire.get('/stats/summary');
      expectOk(answer);
      expectEqual('stalls without their gate', answer.text().includes('"psi"'), false);
    });
  },
} satisfies Case;

async function podsOf({ wire }: OwnAgent, query = ''): Promise<readonly unknown[]> {
  const answer = await wire.get(`/stats/summary${query}`);
  expectOk(answer);
  const pods = expectArray(answer, 'pods');
  if (pods.length === 0) throw new NotObservable('the agent knows no pod but those that it started');
  return pods;
}

/** What a file system has left changes all the time. */
function withoutRest(share: unknown): unknown {
  const { time: _time, availableBytes: _bytes, inodesFree: _inodes, ...kept } = share as Record<string, unknown>;
  return kept;
}

const shownCpu = (at: number, nanoCores: number, coreNanoseconds: number, stalled: number) => ({
  time: shownTime(at),
  usageNanoCores: nanoCores,
  usageCoreNanoSeconds: coreNanoseconds,
  psi: shownStalls(stalled),
});
const appCpu = shownCpu(measuredAt, 250_000_000, 12_500_000_000, 1_000_000_000);
const appMemory = {
  time: shownTime(measuredAt),
  availableBytes: 8_999,
  usageBytes: 1_200,
  workingSetBytes: 1_001,
  rssBytes: 800,
  pageFaults: 41,
  majorPageFaults: 3,
  psi: shownStalls(2_000_000_000),
};
const appSwap = { time: shownTime(measuredAt), swapAvailableBytes: 600, swapUsageBytes: 400 };
const sideShown = {
  name: 'side',
  startTime: shownTime(measuredAt - 8_000),
  cpu: { time: shownTime(measuredAt + 1_000), usageCoreNanoSeconds: 500_000_000 },
  memory: { time: shownTime(measuredAt + 1_000), usageBytes: 330, workingSetBytes: 300, rssBytes: 0 },
};
const wholeCpu = shownCpu(measuredAt + 2_000, 260_000_000, 14_000_000_000, 4_000_000_000);
const wholeMemory = {
  time: shownTime(measuredAt + 2_000),
  availableBytes: 8_500,
  usageBytes: 1_700,
  workingSetBytes: 1_500,
  rssBytes: 900,
  pageFaults: 50,
  majorPageFaults: 4,
  psi: shownStalls(5_000_000_000),
};
const podRef = { name: 'web', namespace: 'conformance', uid: 'uid-web' };
const shownInterface = (name: string, rxBytes: number) => ({
  name,
  rxBytes,
  rxErrors: rxBytes + 1,
  txBytes: rxBytes + 2,
  txErrors: rxBytes + 3,
});

async function isWhole(agent: OwnAgent, folder: string): Promise<void> {
  const [bare, pod] = await podsOf(agent);
  expectEqual('pod that is not measured', bare, {
    podRef: { name: 'bare', namespace: 'another', uid: 'uid-bare' },
    startTime: shownTime(0),
    containers: [{ name: 'bare', startTime: shownTime(0) }],
  });
  const found = structuredClone(pod) as { containers: Record<string, unknown>[] } & Record<string, unknown>;
  const [first = {}] = found.containers;
  for (const name of ['rootfs', 'logs']) first[name] = withoutRest(first[name]);
  found['ephemeral-storage'] = withoutRest(found['ephemeral-storage']);
  const sizeOf = async (path: string) => {
    const { blocks, bsize, files } = await statfs(path);
    return { capacityBytes: blocks * bsize, inodes: files };
  };
  const device = { time: shownTime(measuredAt), psi: shownStalls(3_000_000_000) };
  expectEqual('usage of the pod', found, {
    podRef,
    startTime: shownTime(measuredAt - 9_000),
    containers: [
      {
        name: 'app',
        startTime: shownTime(measuredAt - 7_000),
        cpu: appCpu,
        memory: appMemory,
        swap: appSwap,
        io: device,
        rootfs: { ...(await sizeOf('/dev')), usedBytes: 4_000, inodesUsed: 40 },
        // The folder is an inode too.
        logs: { ...(await sizeOf(folder)), usedBytes: 150, inodesUsed: 3 },
      },
      { ...sideShown, io: { time: shownTime(measuredAt + 1_000) } },
    ],
    cpu: wholeCpu,
    memory: wholeMemory,
    io: { time: shownTime(measuredAt + 2_000), psi: shownStalls(6_000_000_000) },
    network: {
      time: shownTime(measuredAt + 2_000),
      ...shownInterface('eth0', 11),
      interfaces: [shownInterface('eth0', 11), shownInterface('net1', 21)],
    },
    'ephemeral-storage': { ...(await sizeOf(agent.rootFolder)), usedBytes: 4_150, inodesUsed: 43 },
    process_stats: { process_count: 7 },
  });
  const answer = await agent.wire.get('/stats/summary');
  for (const [name, place, usedBytes, inodesUsed] of [
    ['imageFs', folder, 7_000, 70],
    ['containerFs', '/dev', 5_000, 50],
  ] as const) {
    expectEqual(name, withoutRest(fieldOf(answer, `node.runtime.${name}`)), {
      ...(await sizeOf(place)),
      usedBytes,
      inodesUsed,
    });
  }
  expectField(answer, 'node.nodeName', 'conformance');
}

/** Nothing but processor, memory and swap. */
async function isBrief(agent: OwnAgent): Promise<void> {
  const [, pod] = await podsOf(agent, '?only_cpu_and_memory=true');
  expectEqual('usage of processors and memory', pod, {
    podRef,
    startTime: shownTime(measuredAt - 9_000),
    containers: [
      { name: 'app', startTime: shownTime(measuredAt - 7_000), cpu: appCpu, memory: appMemory, swap: appSwap },
      sideShown,
    ],
    cpu: wholeCpu,
    memory: wholeMemory,
  });
}

/** Rates are those between two measurements, whatever the runtime says of them. */
async function isRated(agent: OwnAgent, runtime: StandInRuntime): Promise<void> {
  const later = { at: measuredAt + 4_000, coreNanoseconds: 13_500_000_000, nanoCores: 1 };
  const sooner = { at: measuredAt + 1_010, coreNanoseconds: 900_000_000 };
  measures(runtime, {
    ...whole,
    at: measuredAt + 12_000,
    coreNanoseconds: 34_000_000_000,
    containers: [
      { ...app, ...later },
      { ...side, ...sooner },
    ],
  });
  const [, pod] = await podsOf(agent);
  expectField(pod, 'cpu.usageNanoCores', 2_000_000_000);
  expectField(pod, 'containers.0.cpu.usageNanoCores', 250_000_000);
  // Ten milliseconds tell no rate.
  expectField(pod, 'containers.1.cpu.usageNanoCores', undefined);
  expectField(pod, 'containers.1.cpu.usageCoreNanoSeconds', 900_000_000);
  // A counter that went back begins anew.
  measures(runtime, { ...whole, at: measuredAt + 20_000, coreNanoseconds: 1_000_000_000 });
  const [, again] = await podsOf(agent);
  expectField(again, 'cpu.usageNanoCores', 260_000_000);
  expectField(again, 'cpu.usageCoreNanoSeconds', 1_000_000_000);
}

/** A pod that the runtime does not measure has the sum of its containers. */
async function isSummed(agent: OwnAgent, runtime: StandInRuntime): Promise<void> {
  const later = measuredAt + 60_000;
  runtime.serve('ListContainerStats', async () =>
    containerStatsList([
      { ...app, at: later },
      { ...side, at: later + 1_000 },
    ]),
  );
  for (const fault of [
    new Unimplemented('method ListPodSandboxStats not implemented'),
    new Error('one has no group'),
  ]) {
    runtime.serve('ListPodSandboxStats', async () => {
      throw fault;
    });
    const [, pod] = await podsOf(agent);
    expectField(pod, 'cpu.time', shownTime(later + 1_000));
    expectField(pod, 'cpu.usageCoreNanoSeconds', 13_000_000_000);
    expectEqual('sums of memory', fieldOf(pod, 'memory'), {
      time: shownTime(later + 1_000),
      usageBytes: 1_530,
      workingSetBytes: 1_301,
      rssBytes: 800,
      pageFaults: 41,
      majorPageFaults: 3,
    });
    expectField(pod, 'network', undefined);
    expectField(pod, 'containers.0.memory.workingSetBytes', 1_001);
  }
}
