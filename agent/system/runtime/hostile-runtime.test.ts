// A malicious container runtime: malformed messages, names that are paths, responses that are too large. The agent keeps
// responding, writes nothing outside of its folders, and is healthy again once the runtime is.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Faults } from '../../../fixtures/cri-simulator/call.ts';
import { startCriSimulator } from '../../../fixtures/cri-simulator/simulator.ts';
import { askAgent } from '../../../fixtures/agent/ask-agent.fixture.ts';
import { peakMemory, startLoneAgent } from '../../../fixtures/agent/lone-agent.fixture.ts';
import type { Node } from '../../node/node.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';
import { type StubApiServer, startStubApiServer } from '../../../fixtures/agent/api-server.fixture.ts';

t.setTimeout(400_000);

/** A stream of numbers, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}

function flipped(bytes: Buffer, next: () => number): Buffer {
  const copy = Buffer.from(bytes);
  for (let flips = 0; flips < 3 && copy.length > 0; flips += 1) {
    const place = next() % copy.length;
    copy[place] = (copy[place] ?? 0) ^ (1 << (next() % 8));
  }
  return copy;
}

const next = dice(seedOfRun());
const spoils: Readonly<Record<string, NonNullable<Faults['spoil']>>> = {
  'nothing at all': () => Buffer.alloc(0),
  'half an answer': (_, answer) => answer.subarray(0, Math.ceil(answer.length / 2)),
  'flipped bits': (_, answer) => flipped(answer, next),
  noise: () => Buffer.from(Array.from({ length: 300 }, () => next() % 256)),
  'a length without end': () => Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
  'twenty mebibytes': () => Buffer.alloc(20 * 1024 * 1024, 0x08),
};

async function scene(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const api = await startStubApiServer();
  t.teardown(() => api.close());
  const simulator = await startCriSimulator({ socket: join(folder, 'cri.sock') });
  t.teardown(() => simulator.stop());
  const { containers } = simulator.state.runPod({ namespace: 'default', name: 'web', containers: [{ name: 'app' }] });
  const agent = await startLoneAgent(t, { folder, server: api.server, runtime: simulator.endpoint });
  const ready = (): string | undefined => nodeOf(api)?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return { folder, simulator, agent, ready, containers };
}

function nodeOf(api: StubApiServer): Node | undefined {
  const found: unknown = api.objects.get('/api/v1/nodes/n1');
  return found as Node | undefined;
}

const reading = ['/healthz', '/pods', '/runningpods/', '/stats/summary', '/metrics', '/metrics/resource'];

t.test('with any responses of the runtime, every endpoint responds, and no files are left behind', async (t) => {
  const { folder, simulator, agent, ready } = await scene(t);
  for (const [name, spoil] of Object.entries(spoils)) {
    simulator.faults.spoil = spoil;
    const answers = await Promise.all([
      ...reading.map((path) => askAgent(agent, path)),
      askAgent(agent, '/containerLogs/default/web/app'),
      askAgent(agent, '/checkpoint/default/web/app', 'POST'),
    ]);
    for (const { status, body } of answers) {
      t.ok(status >= 200 && status <= 503 && body.length < 1_000_000, `${name}: ${status} with ${body.length} bytes`);
    }
    t.equal(agent.process.exitCode, null, `it lives after ${name}`);
  }
  simulator.faults.spoil = undefined;
  const peak = await peakMemory(agent);
  t.ok(peak < 400, `${peak} MiB at most`);
  const left = await readdir(join(folder, 'agent', 'checkpoints'));
  t.strictSame(
    left.filter((one) => !/^checkpoint-web_.*\.tar$/.test(one)),
    [],
    'no half of an archive',
  );
  for (const limit = Date.now() + 120_000; ready() !== 'True' && Date.now() < limit; ) await sleep(100);
  t.equal(ready(), 'True', agent.output().slice(-1000));
  t.match((await askAgent(agent, '/runningpods/')).body, /"name":"web"/);
  t.notMatch(agent.output(), /a background loop (?:failed|ended)/);
});

const names = ['../../../../tmp', 'a/b', 'a\0b', '\u001b[2Jgone', 'x'.repeat(3_000), '', '__proto__', 'n"} 1\nfoo{a="'];

t.test('names that are paths, or lines, or long, lead nowhere', async (t) => {
  const { folder, simulator, agent } = await scene(t);
  for (const name of names) {
    const { containers } = simulator.state.runPod({ namespace: name, name, uid: name, containers: [{ name }] });
    for (const container of containers) container.logPath = '/etc/passwd';
  }
  const metrics = (await askAgent(agent, '/metrics/resource')).body;
  const odd = metrics.split('\n').filter((line) => !/^(?:#.*|[a-z_]+(?:\{.*\})? [\d.e+-]+(?: \d+)?|)$/i.test(line));
  t.strictSame(odd, [], 'every line is a figure');
  t.ok(metrics.includes(`pod="../../../../tmp"`), 'of those pods too');
  for (const path of ['/runningpods/', '/stats/summary']) {
    const { status, body } = await askAgent(agent, path);
    t.equal(status, 200, path);
    t.doesNotThrow(() => JSON.parse(body) as unknown);
  }
  for (const name of names) {
    const place = [name, name, name].map(encodeURIComponent).join('/');
    const made = await askAgent(agent, `/checkpoint/${place}`, 'POST');
    const log = await askAgent(agent, `/containerLogs/${place}`);
    // A path with an empty segment is redirected to the one without it, where there is nothing.
    const expected = name === '' ? 307 : 404;
    t.strictSame([made.status, log.status], [expected, expected], JSON.stringify(name.slice(0, 20)));
    t.notMatch(log.body, /root:/);
  }
  t.equal(simulator.calls.filter((call) => call.name === 'checkpointContainer').length, 0, 'the runtime was not asked');
  t.strictSame(await readdir(join(folder, 'agent', 'checkpoints')), []);
  t.equal(agent.process.exitCode, null);
});

t.test('a name longer than any request may be is refused, and the agent keeps running', async (t) => {
  const { simulator, agent } = await scene(t);
  const name = 'x'.repeat(400_000);
  simulator.state.runPod({ namespace: name, name, uid: name, containers: [{ name }] });
  for (const path of ['/runningpods/', '/stats/summary', '/metrics/resource']) {
    const { status, body } = await askAgent(agent, path);
    t.equal(status, 200, path);
    t.ok(body.includes(name), 'the name is shown unchanged');
  }
  // The connection may break while the request is still being written.
  const refused = await askAgent(agent, `/checkpoint/${name}/${name}/${name}`, 'POST').catch(() => undefined);
  t.ok(refused === undefined || refused.status === 431, String(refused?.status));
  t.equal((await askAgent(agent, '/healthz')).status, 200);
});

t.test('a log that the runtime says lies elsewhere is not read', async (t) => {
  const { simulator, agent, containers } = await scene(t);
  const [container] = containers;
  for (const path of ['/etc/passwd', '/var/log/pods/../../../etc/passwd', '../etc/passwd', '/proc/self/environ', '/']) {
    if (container !== undefined) container.logPath = path;
    const { status, body } = await askAgent(agent, '/containerLogs/default/web/app');
    t.equal(status, 400, path);
    t.notMatch(body, /root:|PATH=/);
  }
  t.ok(simulator.calls.some((call) => call.name === 'containerStatus'));
});
