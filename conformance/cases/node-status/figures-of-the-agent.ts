import { readFile, statfs } from 'node:fs/promises';
import { cpus } from 'node:os';
import { agentPatience, passTime, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { openMovedClock } from '../../launch/moved-clock.ts';
import { type Case, type CaseContext, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

/** Seconds by which the clock of the agent is moved ahead of that of its service. */
const ahead = 3_600;

export default {
  id: 'figures-of-the-agent',
  title:
    'An agent SHOULD count its requests, and report its host truly; how far its clock is off and when it renewed its lease it MAY tell, but not wrongly.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const clock = await openMovedClock(c.clock);
    try {
      const configuration = { nodeLeaseDurationSeconds: 8 };
      const environment = clock?.environment ?? {};
      const name = c.unique('node');
      await withJoinedAgent(c, { name, configuration, environment }, async (joined) => {
        const { agent } = joined;
        await countsRequests(agent);
        expectEqual('name of the node in metrics', await own(agent, 'kubelet_node_name', { node: name }), 1);
        await reportsHost(agent);
        await joined.untilReady();
        // A node may be ready before its first lease is written.
        await c.eventually(async () => {
          const last = (await joined.renewedAt()) / 1000;
          expectThat('time of the last renewal', !Number.isNaN(last), 'a time', last);
          const told = await own(agent, 'node_lease_renewed_seconds');
          const isTrue = told === undefined || Math.abs(told - last) < 5;
          expectThat('what the agent tells of its last renewal', isTrue, `about ${last}`, told);
        });
        await isOff(c, agent, 0);
        if (clock === undefined) return;
        await passTime(c, joined, clock, ahead * 1000);
        await isOff(c, agent, ahead);
      });
    } finally {
      await clock?.close();
    }
  },
} satisfies Case;

async function metricsOf(agent: OwnAgent, path = '/metrics'): Promise<string> {
  const answer = await agent.wire.get(path);
  expectOk(answer);
  return answer.text();
}

/** The value of the sample with this name and these labels, and perhaps others; undefined: there is none. */
function sampleOf(page: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const fits = (found: Readonly<Record<string, string>>) =>
    Object.entries(labels).every(([key, value]) => found[key] === value);
  return samplesOf(page, name).find((sample) => fits(sample.labels))?.value;
}

async function own(agent: OwnAgent, name: string, labels: Readonly<Record<string, string>> = {}) {
  return sampleOf(await metricsOf(agent), name, labels);
}

async function countsRequests(agent: OwnAgent): Promise<void> {
  const labels = { method: 'GET', server_type: 'readwrite', long_running: 'false' };
  const look = async () => {
    const page = await metricsOf(agent);
    const of = (name: string, path: string) => sampleOf(page, name, { ...labels, path }) ?? 0;
    return {
      pods: of('kubelet_http_requests_total', 'pods'),
      timed: of('kubelet_http_requests_duration_seconds_count', 'pods'),
      resource: of('kubelet_http_requests_total', 'metrics/resource'),
      running: of('kubelet_http_inflight_requests', 'pods'),
      looking: of('kubelet_http_inflight_requests', 'metrics'),
    };
  };
  const before = await look();
  for (const path of ['/pods', '/pods', '/metrics/resource']) expectOk(await agent.wire.get(path));
  const after = await look();
  expectEqual('requests for pods', after.pods - before.pods, 2);
  expectEqual('durations of requests for pods', after.timed - before.timed, 2);
  expectEqual('requests for metrics/resource', after.resource - before.resource, 1);
  expectEqual('requests for pods under way', after.running, 0);
  expectEqual('requests for metrics under way', after.looking, 1);
}

async function reportsHost(agent: OwnAgent): Promise<void> {
  const memory = Number(/^MemTotal:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8').catch(() => ''))?.[1]);
  if (Number.isNaN(memory)) throw new NotObservable('this host does not tell its memory');
  const total = memory * 1024;
  const summary = await agent.wire.get('/stats/summary');
  expectOk(summary);
  const figure = (path: string) => Number(fieldOf(summary, `node.${path}`));
  const near = (what: string, got: number, wanted: number, part: number) =>
    expectThat(what, Math.abs(got - wanted) <= wanted * part, `about ${wanted}`, got);
  const [used, free] = [figure('memory.workingSetBytes'), figure('memory.availableBytes')];
  near('used and available memory', used + free, total, 0.05);
  expectThat('used memory', used > total / 1000 && used < total, `less than ${total}`, used);
  const disk = await statfs(agent.rootFolder);
  near('size of the disk', figure('fs.capacityBytes'), disk.blocks * disk.bsize, 0);
  near('free space of the disk', figure('fs.availableBytes'), disk.bavail * disk.bsize, 0.1);
  near('number of files on the disk', figure('fs.inodes'), disk.files, 0.01);
  const time = expectTime(summary, 'node.cpu.time');
  expectThat('time of the figures', Math.abs(time - Date.now()) < agentPatience, 'now', new Date(time).toISOString());
  const up = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]) * 1000;
  const started = expectTime(summary, 'node.startTime');
  expectThat('start of the host', Math.abs(started - (Date.now() - up)) < agentPatience, `${up} ms ago`, started);
  const resources = await metricsOf(agent, '/metrics/resource');
  near('used memory in metrics', sampleOf(resources, 'node_memory_working_set_bytes') ?? 0, used, 0.5);
  const cpu = figure('cpu.usageCoreNanoSeconds') / 1e9;
  near('used processor time in metrics', sampleOf(resources, 'node_cpu_usage_seconds_total') ?? 0, cpu, 0.1);
  expectEqual('errors of the figures', sampleOf(resources, 'resource_scrape_error'), 0);
  const machine = await metricsOf(agent, '/metrics/cadvisor');
  expectEqual('cores in metrics', sampleOf(machine, 'machine_cpu_cores'), cpus().length);
  expectEqual('memory in metrics', sampleOf(machine, 'machine_memory_bytes'), total);
}

/** Judges what the agent says of its clock, if it says anything. */
async function isOff(c: CaseContext, agent: OwnAgent, seconds: number): Promise<void> {
  if ((await own(agent, 'node_clock_offset_seconds')) === undefined) return;
  await c.eventually(async () => {
    const told = (await own(agent, 'node_clock_offset_seconds')) ?? Number.NaN;
    expectThat('seconds by which the clock is ahead', Math.abs(told - seconds) < 5, `about ${seconds}`, told);
  }, agentPatience);
}
