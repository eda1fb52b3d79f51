import { statfs } from 'node:fs/promises';
import { measuredAt, withMeasuredPods } from '../../fixtures/agent/measured-pods.ts';
import { type Case, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

export default {
  id: 'endpoints-tell-pod-figures',
  title:
    'An agent SHOULD report what its runtime measures of pods and containers as metrics, each with its labels and its time.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withMeasuredPods(c, async ({ agent }) => {
      await resourcesAre(agent);
      await figuresAre(agent);
    });
  },
} satisfies Case;

async function resourcesAre(agent: OwnAgent): Promise<void> {
  const answer = await agent.wire.get('/metrics/resource');
  expectOk(answer);
  const page = answer.text();
  if (samplesOf(page, 'pod_cpu_usage_seconds_total').length === 0)
    throw new NotObservable('the agent knows no pod but those that it started');
  const pod = { namespace: 'conformance', pod: 'web' };
  const [ofApp, ofSide] = ['app', 'side'].map((container) => ({ container, ...pod }));
  const bare = { container: 'bare', namespace: 'another', pod: 'bare' };
  for (const [name, samples] of Object.entries({
    container_cpu_usage_seconds_total: [
      { labels: ofApp, value: 12.5, at: measuredAt },
      { labels: ofSide, value: 0.5, at: measuredAt + 1_000 },
    ],
    container_memory_working_set_bytes: [
      { labels: ofApp, value: 1_001, at: measuredAt },
      { labels: ofSide, value: 300, at: measuredAt + 1_000 },
    ],
    container_start_time_seconds: [
      { labels: bare, value: 0 },
      { labels: ofApp, value: (measuredAt - 7_000) / 1000 },
      { labels: ofSide, value: (measuredAt - 8_000) / 1000 },
    ],
    container_swap_usage_bytes: [{ labels: ofApp, value: 400, at: measuredAt }],
    container_swap_limit_bytes: [{ labels: ofApp, value: 1_000, at: measuredAt }],
    pod_cpu_usage_seconds_total: [{ labels: pod, value: 14, at: measuredAt + 2_000 }],
    pod_memory_working_set_bytes: [{ labels: pod, value: 1_500, at: measuredAt + 2_000 }],
    resource_scrape_error: [{ labels: {}, value: 0 }],
  })) {
    expectEqual(name, samplesOf(page, name), samples);
  }
}

async function figuresAre(agent: OwnAgent): Promise<void> {
  const answer = await agent.wire.get('/metrics/cadvisor');
  expectOk(answer);
  const page = answer.text();
  const labels = { namespace: 'conformance', pod: 'web' };
  const own = (name: string) =>
    samplesOf(page, name)
      .filter(({ labels: found }) => Object.entries(labels).every(([key, value]) => found[key] === value))
      .map(({ labels: { container = '', interface: by = '', failure_type: of = '' }, value, at }) => [
        `${container}${by}${of}`,
        value,
        at,
      ]);
  for (const [name, samples] of Object.entries({
    container_cpu_usage_seconds_total: [
      ['', 14, measuredAt + 2_000],
      ['app', 12.5, measuredAt],
      ['side', 0.5, measuredAt + 1_000],
    ],
    container_memory_usage_bytes: [
      ['', 1_700, measuredAt + 2_000],
      ['app', 1_200, measuredAt],
      ['side', 330, measuredAt + 1_000],
    ],
    container_memory_working_set_bytes: [
      ['', 1_500, measuredAt + 2_000],
      ['app', 1_001, measuredAt],
      ['side', 300, measuredAt + 1_000],
    ],
    container_memory_rss: [
      ['', 900, measuredAt + 2_000],
      ['app', 800, measuredAt],
      ['side', 0, measuredAt + 1_000],
    ],
    container_memory_swap: [['app', 400, measuredAt]],
    container_memory_failures_total: [
      ['pgfault', 50, measuredAt + 2_000],
      ['pgmajfault', 4, measuredAt + 2_000],
      ['apppgfault', 41, measuredAt],
      ['apppgmajfault', 3, measuredAt],
    ],
    container_spec_memory_limit_bytes: [
      ['', 10_000, undefined],
      ['app', 10_000, undefined],
    ],
    container_network_receive_bytes_total: [
      ['eth0', 11, measuredAt + 2_000],
      ['net1', 21, measuredAt + 2_000],
    ],
    container_network_receive_errors_total: [
      ['eth0', 12, measuredAt + 2_000],
      ['net1', 22, measuredAt + 2_000],
    ],
    container_network_transmit_bytes_total: [
      ['eth0', 13, measuredAt + 2_000],
      ['net1', 23, measuredAt + 2_000],
    ],
    container_network_transmit_errors_total: [
      ['eth0', 14, measuredAt + 2_000],
      ['net1', 24, measuredAt + 2_000],
    ],
    container_pressure_cpu_waiting_seconds_total: [
      ['', 4, measuredAt + 2_000],
      ['app', 1, measuredAt],
    ],
    container_pressure_cpu_stalled_seconds_total: [
      ['', 0.4, measuredAt + 2_000],
      ['app', 0.1, measuredAt],
    ],
    container_pressure_memory_waiting_seconds_total: [
      ['', 5, measuredAt + 2_000],
      ['app', 2, measuredAt],
    ],
    container_pressure_io_stalled_seconds_total: [
      ['', 0.6, measuredAt + 2_000],
      ['app', 0.3, measuredAt],
    ],
    container_fs_usage_bytes: [['app', 4_000, measuredAt]],
  })) {
    expectEqual(name, own(name), samples);
  }
  const untimed = (name: string) => own(name).map(([of, value]) => [of, value]);
  expectEqual('processes', untimed('container_processes'), [['', 7]]);
  expectEqual('starts', untimed('container_start_time_seconds'), [
    ['', (measuredAt - 9_000) / 1000],
    ['app', (measuredAt - 7_000) / 1000],
    ['side', (measuredAt - 8_000) / 1000],
  ]);
  const { blocks, bsize, files } = await statfs('/dev');
  expectEqual('sizes of file systems', untimed('container_fs_limit_bytes'), [['app', blocks * bsize]]);
  expectEqual('inodes of file systems', untimed('container_fs_inodes_total'), [['app', files]]);
  const [name, image, id] = ['name', 'image', 'id'].map(
    (label) => samplesOf(page, 'container_memory_rss').find((one) => one.labels['container'] === 'app')?.labels[label],
  );
  expectEqual('labels of a container', [name, image], ['id-app', 'example.test/app:1']);
  expectEqual('id of a container', id?.includes('id-app'), true);
  expectEqual('errors', samplesOf(page, 'container_scrape_error'), [{ labels: {}, value: 0 }]);
}
