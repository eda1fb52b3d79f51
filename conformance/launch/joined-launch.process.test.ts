// The environment of an agent that a case joins to an API service: the service as it sees it, its runtime, its clock.

import { createServer as createHttpServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { systemClock } from '../wire/time/clock.ts';
import { Connection } from '../wire/exchange/connection.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { Wire } from '../wire/exchange/wire.ts';
import { AgentLauncher, agentWordsFor } from './agent-launcher.ts';
import { launchProcess } from './launched-process.ts';
import { openMovedClock } from './moved-clock.ts';
import { startNodeService } from './node-service.ts';
import { startRuntimeRelay } from './runtime-relay.ts';

const vendor = vendorOf('orch');
const { signal } = new AbortController();

t.test("a joining agent uses its host name and gets a file with the service's address", async (t) => {
  const words = agentWordsFor({ command: ['agent'], vendor, folder: '/f', port: 4000, flags: [], joins: true });
  t.notMatch(words, ['--hostname-override']);
  const script = 'console.log(require("fs").readFileSync(process.argv[1].split("=")[1], "utf8")); process.exit(3)';
  const command = [process.execPath, '-e', script, '--', '{flags}'];
  const launcher = new AgentLauncher({ command, vendor, clock: systemClock });
  t.teardown(() => launcher.close());
  await t.rejects(launcher.start({ flags: [], joins: 'http://127.0.0.1:1' }, signal), {
    message: /"server":"http:\/\/127.0.0.1:1"/,
  });
});

t.test("the service forwards requests with its caller's credentials, and refuses the configured ones", async (t) => {
  const real = createHttpServer((request, response) => {
    const { url, method, headers } = request;
    response.end(JSON.stringify({ url, method, agent: headers['user-agent'], authorization: headers.authorization }));
  });
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const connection = new Connection({ server: `http://127.0.0.1:${(real.address() as AddressInfo).port}` });
  const caller = new Wire(connection, { authorization: 'Bearer caller' }, new Transcript(), signal);
  const service = await startNodeService(caller, systemClock);
  const agents = new Connection({ server: service.address });
  t.teardown(async () => {
    await agents.close();
    await service.close();
    await connection.close();
    real.closeAllConnections();
    real.close();
  });
  const agent = new Wire(agents, { authorization: 'Bearer agent', 'user-agent': 'a' }, new Transcript(), signal);
  const passed = await agent.put('/x?a=1', { any: 'thing' });
  t.strictSame(passed.json(), { url: '/x?a=1', method: 'PUT', agent: 'a', authorization: 'Bearer caller' });
  service.refuses = ({ path }) => path === '/refused';
  t.equal((await agent.get('/refused')).status, 503);
  t.equal((await agent.get('/other')).status, 200);
  t.match(service.requests, [
    { method: 'PUT', path: '/x', status: 200 },
    { method: 'GET', path: '/refused', status: 503 },
    { method: 'GET', path: '/other', status: 200 },
  ]);
  t.ok(service.requests.every(({ asked, answered }) => asked <= answered));
});

t.test('the runtime relay refuses connections until mend is called', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orch-relay-test-'));
  const path = join(folder, 'real.sock');
  const real = createServer((socket) => socket.end('here'));
  await new Promise<void>((resolve) => real.listen(path, resolve));
  const relay = await startRuntimeRelay(`unix://${path}`);
  t.teardown(async () => {
    await relay.close();
    real.close();
    await rm(folder, { recursive: true, force: true });
  });
  const heard = () =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(relay.endpoint.replace('unix://', ''));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
  t.equal(await heard(), '');
  t.equal(relay.refused, 1);
  relay.mend();
  t.equal(await heard(), 'here');
  t.equal(relay.refused, 1);
});

t.test('a moved clock advances wall time and monotonic time of one program alike', async (t) => {
  const clock = await openMovedClock(systemClock);
  if (clock === undefined) return t.plan(0, 'libfaketime is not installed');
  t.teardown(() => clock.close());
  const script = `
    const tell = () => console.log(JSON.stringify([Date.now(), performance.now()]));
    tell(); setInterval(tell, 20);`;
  const program = launchProcess([process.execPath, '-e', script], clock.environment);
  t.teardown(() => program.stop());
  const told = () =>
    program
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as [number, number]);
  const until = async (look: () => boolean) => {
    while (!look()) await systemClock.sleep(10, signal);
  };
  await until(() => told().length > 0);
  const [first] = told();
  await clock.advance(3_600_000);
  const moved = clock.now();
  await until(() => (told().at(-1)?.[0] ?? 0) >= moved);
  const last = told().at(-1);
  const [wall, monotonic] = [0, 1].map((index) => (last?.[index] ?? 0) - (first?.[index] ?? 0)) as [number, number];
  t.ok(wall >= 3_600_000 && monotonic >= 3_600_000, `${wall} and ${monotonic} ms`);
  t.ok(Math.abs(wall - monotonic) < 1_000, 'both by the same');
});
