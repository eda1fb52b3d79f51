// A malicious API service: whatever it responds, the agent keeps running, its memory stays small, and its token does not leak.
// It works as a node again with the first valid responses.

import { spawn } from 'node:child_process';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { writeConnectionConfig } from '../../../shared/client/connection/connection-config.ts';
import { askAgent } from '../../../fixtures/agent/ask-agent.fixture.ts';
import { peakMemory, startLoneAgent } from '../../../fixtures/agent/lone-agent.fixture.ts';
import type { Node } from '../../node/node.ts';
import { startStubApiServer } from '../../../fixtures/agent/api-server.fixture.ts';

t.setTimeout(400_000);

const json = { 'content-type': 'application/json' };
const send = (response: ServerResponse, code: number, body: string | Buffer, headers: object = {}): void => {
  response.writeHead(code, { ...json, ...headers }).end(body);
};

/** Writes until the other side has had enough. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more);
  };
  response.writeHead(200, json);
  response.write('{"kind":"');
  more();
}

/** By name, what a request may be answered. `elsewhere`: an address that must never be asked. */
const harms: Readonly<Record<string, (response: ServerResponse, elsewhere: string) => void>> = {
  'no HTTP': (response) => void response.socket?.end('garbage\r\n\r\n'),
  'a cut connection': (response) => void response.socket?.destroy(),
  'a body that is cut off': (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"kind":');
    setTimeout(() => response.destroy(), 20);
  },
  'a body without end': endless,
  'no JSON': (response) => send(response, 200, '<html>'),
  null: (response) => send(response, 200, 'null'),
  'a number': (response) => send(response, 201, '7'),
  'a list of nothing': (response) => send(response, 200, '{"kind":"PodList","items":[null,7,{},{"metadata":null}]}'),
  'a list without metadata': (response) => send(response, 200, '{"kind":"PodList","apiVersion":"v1","items":[]}'),
  'a list of no objects': (response) => send(response, 200, '{"kind":"PodList","metadata":{},"items":[{}]}'),
  'causes of nothing': (response) => send(response, 500, '{"kind":"Status","code":500,"details":{"causes":7}}'),
  'wrong types': (response) =>
    send(
      response,
      200,
      '{"metadata":{"name":7,"uid":[],"resourceVersion":{}},"spec":7,"status":{"conditions":{"a":1}}}',
    ),
  'a prototype': (response) =>
    send(response, 200, '{"__proto__":{"metadata":{}},"metadata":{"__proto__":{"uid":"u"}}}'),
  'a deep document': (response) => send(response, 200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'a long refusal': (response) =>
    send(response, 500, JSON.stringify({ kind: 'Status', status: 'Failure', message: 'x'.repeat(1_000_000) })),
  'wait for years': (response) => send(response, 429, '{}', { 'retry-after': '999999999' }),
  'go elsewhere': (response, elsewhere) => send(response, 307, '', { location: elsewhere }),
  'a bomb': (response) => send(response, 200, gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' }),
  'an event of nothing': (response) =>
    send(response, 200, '{"type":"ADDED"}\nnull\n{"type":7,"object":[]}\n{"type":"ERROR"}\n'),
};

t.test(
  'whatever an API service answers, the agent lives, stays small, and is a node once answers are good',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const good = await startStubApiServer();
    t.teardown(() => good.close());
    let strayed = 0;
    const other = createServer((_, response) => {
      strayed += 1;
      response.end();
    });
    const done = new Map(Object.keys(harms).map((name) => [name, 0]));
    let healed = false;
    let turn = 0;
    const bad = createServer((incoming, response) => {
      if (healed) return pass(incoming, response, good.server);
      const names = [...done.keys()];
      const name = names[(turn += 1) % names.length] ?? '';
      done.set(name, (done.get(name) ?? 0) + 1);
      incoming.resume();
      harms[name]?.(response, addressOf(other));
    });
    for (const server of [other, bad]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.teardown(() => {
        server.closeAllConnections();
        server.close();
      });
    }
    const agent = await startLoneAgent(t, { folder, server: addressOf(bad), runtime: `unix://${folder}/none.sock` });
    const limit = Date.now() + 200_000;
    while (![...done.values()].every((times) => times >= 2) && Date.now() < limit) {
      t.equal((await askAgent(agent, '/healthz')).status, 200);
      await sleep(250);
    }
    t.strictSame(
      [...done].filter(([, times]) => times < 2),
      [],
      'each was answered twice',
    );
    t.equal(strayed, 0, 'no other server got a request');
    const peak = await peakMemory(agent);
    t.ok(peak < 300, `${peak} MiB at most`);
    t.ok(
      agent
        .output()
        .split('\n')
        .every((line) => line.length < 40_000),
      'no answer fills the log',
    );

    healed = true;
    const healedAt = Date.now();
    const node = (): Node | undefined => {
      const found: unknown = good.objects.get('/api/v1/nodes/n1');
      return found as Node | undefined;
    };
    while (!node()?.status?.conditions?.length && Date.now() < healedAt + 120_000) await sleep(50);
    t.equal(node()?.metadata.name, 'n1', agent.output().slice(-2000));
    t.equal(agent.process.exitCode, null);
    t.notMatch(agent.output(), /a background loop (?:failed|ended)/);
  },
);

// Without a runtime, whether or not this host has one.
const alone = ['verify', '--container-runtime-endpoint=unix:///nonexistent/runtime.sock'];

for (const words of [['simulate', '--nodes=2', '--duration=250s', '--print-period=1s'], alone]) {
  t.test(`an answer without end makes the command ${words[0]} fail, and not grow`, async (t) => {
    const folder = t.testdir();
    const server = createServer((incoming, response) => {
      incoming.resume();
      endless(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    const kubeconfig = join(folder, 'kubeconfig');
    await writeConnectionConfig(kubeconfig, { server: addressOf(server), credentials: { token: 'x' } });
    const child = spawn(process.execPath, [programFile('orch-agent'), ...words, `--kubeconfig=${kubeconfig}`]);
    t.teardown(() => child.kill('SIGKILL'));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    let peak = 0;
    while (child.exitCode === null) {
      if (!child.killed && text.includes('the answer is longer than')) child.kill('SIGTERM');
      peak = Math.max(peak, (await peakMemory({ process: child }).catch(() => 0)) || 0);
      await sleep(20);
    }
    t.equal(child.exitCode, 1, text);
    if (words[0] === 'simulate') t.match(text, /the last failure: ResponseError: the answer is longer than \d+ bytes/);
    // Several answers at once, each up to its limit; Node 24 lets go of what was read of them later than others do.
    t.ok(peak > 0 && peak < 400, `${peak} MiB at most`);
  });
}

function addressOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pass(incoming: IncomingMessage, response: ServerResponse, server: string): void {
  const { method, url, headers } = incoming;
  const onward = request(
    new URL(url ?? '/', server),
    { ...(method === undefined ? {} : { method }), headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
