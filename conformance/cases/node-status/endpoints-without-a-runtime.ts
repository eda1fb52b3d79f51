import { writeFile } from 'node:fs/promises';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { chosenContainers, chosenSandboxes } from '../../launch/stand-in-lists.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case, OwnAgent } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

const checkpoint = '/checkpoint/conformance/checked/main';
const container = { namespace: 'conformance', pod: 'checked', container: 'main' };
/** What the runtime is asked for by the endpoints of the agent. */
const calls = [
  'ListPodSandbox',
  'ListContainers',
  'ListPodSandboxStats',
  'ListContainerStats',
  '/runtime.v1.ImageService/ImageFsInfo',
];
const words = 'no lists today';

/** What it does in place of an answer. */
const faults: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  fails: () => Promise.reject(new Error(words)),
  'never answers': () => new Promise(() => {}),
  // A field whose length goes beyond the end.
  'answers nonsense': async () => Uint8Array.of(0x0a, 0x7f, 0x01),
};

export default {
  id: 'endpoints-without-a-runtime',
  title:
    'An agent whose runtime fails, is silent or answers nonsense SHOULD say so at each endpoint that needs it, and go on serving the others.',
  requirements: ['NSTAT-002', 'CKPT-024'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      await withConfiguration(c, { 'main.yaml': { runtimeRequestTimeout: '2s' } }, async ([main = '']) => {
        const agent = await c.launchAgent({ flags: [main, `--container-runtime-endpoint=${runtime.endpoint}`] });
        runtime.checkpoint = ({ location }) => writeFile(location, 'memory of the container');
        await expectForeignPods(agent, 'conformance/checked/main');
        const mended = async () => {
          for (const call of calls) runtime.serve(call, async () => new Uint8Array());
          runtime.serve('ListPodSandbox', async (request) => chosenSandboxes(runtime.containers, request));
          runtime.serve('ListContainers', async (request) => chosenContainers(runtime.containers, request));
          await isWell(agent);
          await c.holds('CKPT-024', async () => expectOk(await agent.wire.post(checkpoint, undefined)));
        };
        await mended();
        for (const [fault, answer] of Object.entries(faults)) {
          for (const call of calls) runtime.serve(call, answer);
          await isTold(agent, fault);
          await c.holds('CKPT-024', async () => {
            expectStatus(await agent.wire.post(checkpoint, undefined), 500);
          });
          await mended();
        }
      });
    });
  },
} satisfies Case;

/** The endpoints by their path, and whether the pages of metrics have a figure. */
async function look({ wire }: OwnAgent) {
  const paths = [
    '/stats/summary',
    '/runningpods/',
    '/containerLogs/conformance/checked/main',
    '/metrics/resource',
    '/metrics/cadvisor',
    '/metrics',
    '/pods',
    '/configz',
  ] as const;
  const answers = await Promise.all(paths.map(async (path) => [path, await wire.get(path)] as const));
  const found = new Map<string, (typeof answers)[number][1]>(answers);
  const page = (path: (typeof paths)[number]): string => found.get(path)?.text() ?? '';
  const value = (path: (typeof paths)[number], name: string) => samplesOf(page(path), name)[0]?.value;
  return { status: (path: (typeof paths)[number]) => found.get(path)?.status, page, value };
}

async function isWell(agent: OwnAgent): Promise<void> {
  const { status, value } = await look(agent);
  for (const path of ['/stats/summary', '/runningpods/', '/metrics/resource', '/metrics/cadvisor', '/metrics'] as const)
    expectEqual(`status of ${path}`, status(path), 200);
  expectEqual('error of resources', value('/metrics/resource', 'resource_scrape_error'), 0);
  expectEqual('error of containers', value('/metrics/cadvisor', 'container_scrape_error') ?? 0, 0);
  const running = value('/metrics', 'kubelet_running_pods');
  expectThat('running pods', running === undefined || running === 1, '1', running);
}

async function isTold(agent: OwnAgent, fault: string): Promise<void> {
  const { status, page, value } = await look(agent);
  for (const path of ['/stats/summary', '/runningpods/'] as const) {
    expectEqual(`status of ${path} when the runtime ${fault}`, status(path), 500);
    if (fault === 'fails') expectThat(`answer of ${path}`, page(path).includes(words), words, page(path));
  }
  const log = status('/containerLogs/conformance/checked/main');
  expectThat(`status of a log when the runtime ${fault}`, log === 400 || log === 404 || log === 500, 'a refusal', log);
  expectEqual(`status of /metrics/resource when the runtime ${fault}`, status('/metrics/resource'), 200);
  expectEqual('error of resources', value('/metrics/resource', 'resource_scrape_error'), 1);
  expectThat(
    'processor time of the node',
    (value('/metrics/resource', 'node_cpu_usage_seconds_total') ?? 0) > 0,
    'more than 0',
    page('/metrics/resource'),
  );
  expectEqual(`status of /metrics/cadvisor when the runtime ${fault}`, status('/metrics/cadvisor'), 200);
  expectEqual('error of containers', value('/metrics/cadvisor', 'container_scrape_error') ?? 1, 1);
  const cores = value('/metrics/cadvisor', 'machine_cpu_cores') ?? 0;
  expectThat('cores of the machine', cores > 0, 'more than 0', cores);
  for (const path of ['/metrics', '/pods', '/configz'] as const)
    expectEqual(`status of ${path} when the runtime ${fault}`, status(path), 200);
  // An old number would look like a new one.
  expectEqual('running pods', samplesOf(page('/metrics'), 'kubelet_running_pods'), []);
  expectEqual('running containers', samplesOf(page('/metrics'), 'kubelet_running_containers'), []);
  expectOk(await agent.wire.get('/healthz/ping'));
}
