// Streams into containers through the API server, on a real containerd: with the usual client library, and with the usual command
// line client over WebSocket and over SPDY.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Attach, Exec, KubeConfig, PortForward, type V1Status } from '@kubernetes/client-node';
import t from 'tap';
import { kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';
import { containersMissing, networkMissing } from '../../../fixtures/process/containerd-process.ts';
import { container, phase, podScene, shell } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { freePort } from '../../../shared/process/host/free-port.ts';
import type { Pod } from '../../pod/object/pod.ts';

t.setTimeout(600_000);
const missing = containersMissing() ?? networkMissing();
const web = 'mkdir /tmp/w; echo served > /tmp/w/i; exec /bin/busybox httpd -f -p 8080 -h /tmp/w';

t.test('streams go through the API server', missing === undefined ? {} : { skip: missing }, async (t) => {
  const { system, folder, make, until, pods, gone } = await podScene(t, {
    bridge: 'orchstreams1',
    subnet: '10.244.94.0/24',
  });
  await make('web', {
    containers: [
      container('app', shell(web)),
      container('echo', shell('while read line; do echo "got $line"; done; sleep 1000'), { stdin: true }),
    ],
  });
  await until('web', 'runs', phase('Running'));
  const config = new KubeConfig();
  config.loadFromFile(system.server.kubeconfig);
  const busybox = (...words: readonly string[]): string[] => ['/bin/busybox', ...words];

  /** Resolves when the status has come, and the connection is closed. */
  const exec = async (command: string[], input?: Readable): Promise<{ out: string; err: string; status: V1Status }> => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    let status: V1Status | undefined;
    const socket = await new Exec(config).exec(
      'default',
      'web',
      'app',
      command,
      out,
      err,
      input ?? null,
      false,
      (got) => {
        status = got;
      },
    );
    await once(socket as unknown as NodeJS.EventEmitter, 'close');
    out.end();
    err.end();
    return { out: await text(out), err: await text(err), status: status ?? {} };
  };

  await t.test('the client library runs commands, with input and exit codes', async (t) => {
    const said = await exec(busybox('sh', '-c', 'echo out; echo err >&2; exit 7'));
    t.equal(said.out, 'out\n');
    t.equal(said.err, 'err\n');
    t.match(said.status, { status: 'Failure', details: { causes: [{ reason: 'ExitCode', message: '7' }] } });
    const line = await exec(busybox('head', '-n', '1'), Readable.from(['hello\n', 'more\n']));
    t.equal(line.out, 'hello\n');
    t.match(line.status, { status: 'Success' });
    t.match(await exec(['/no/such/program']), { status: { status: 'Failure' } });
  });

  await t.test('the client library attaches, and forwards a port', async (t) => {
    const [out, input] = [new PassThrough(), new PassThrough()];
    const socket = await new Attach(config).attach('default', 'web', 'echo', out, null, input, false);
    input.write('this\n');
    const heard = await firstMatching(out, /got this\n/);
    t.match(heard, 'got this\n');
    (socket as { close(): void }).close();

    const answer = new PassThrough();
    const request = new PassThrough();
    const forwarded = await new PortForward(config).portForward('default', 'web', [8080], answer, null, request);
    request.write('GET /i HTTP/1.0\r\n\r\n');
    t.match(await firstMatching(answer, /served\n/), /HTTP\/1\.. 200 OK[^]*served\n/);
    if (typeof forwarded !== 'function') forwarded.close();
  });

  await t.test('invalid requests are refused as the API documents', async (t) => {
    const refused = async (path: string, method = 'POST'): Promise<{ status: number | undefined; message: string }> => {
      const options: RequestOptions = { method, agent: false };
      await config.applyToHTTPSOptions(options);
      const asked = httpsRequest(`https://127.0.0.1:${system.server.port}${path}`, options).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, message: (JSON.parse(await text(answer)) as { message: string }).message };
    };
    const of = '/api/v1/namespaces/default/pods';
    t.match(await refused(`${of}/web/exec?container=app&command=x&stdout=1`), {
      status: 400,
      message: 'Upgrade request required',
    });
    t.match(await refused(`${of}/web/exec?command=x&stdout=1`), {
      status: 400,
      message: 'a container name must be specified for pod web, choose one of: [app echo]',
    });
    t.match(await refused(`${of}/web/attach?container=none`, 'GET'), {
      status: 400,
      message: /container none is not valid/,
    });
    t.match(await refused(`${of}/none/portforward?ports=1`), { status: 404 });
    t.match(await refused(`${of}/web/exec?container=app`, 'DELETE'), { status: 405 });
  });

  await t.test('logs are those of the run that is asked for', async (t) => {
    const logs = async (name: string, query = ''): Promise<readonly [number | undefined, string]> => {
      const options: RequestOptions = { agent: false };
      await config.applyToHTTPSOptions(options);
      const place = `https://127.0.0.1:${system.server.port}/api/v1/namespaces/default/pods/${name}/log`;
      const [answer] = (await once(httpsRequest(`${place}?container=app${query}`, options).end(), 'response')) as [
        IncomingMessage,
      ];
      return [answer.statusCode, await text(answer)];
    };
    const [status, said] = await logs('web', '&previous=true');
    t.equal(status, 400);
    t.match(said, /previous terminated container \\"app\\" in pod \\"web\\" not found/);
    const script = 'cat /proc/sys/kernel/random/uuid; while ! [ -e /tmp/end ]; do sleep 0.1; done; exit 3';
    await make('again', { containers: [container('app', shell(script))] });
    await until('again', 'runs', phase('Running'));
    let first = '';
    for (let waited = 0; waited < 100 && first === ''; waited += 1) [, first] = await logs('again');
    t.match(first, /^[0-9a-f-]{36}\n$/);
    const end = busybox('touch', '/tmp/end');
    await new Exec(config).exec('default', 'again', 'app', end, new PassThrough(), null, null, false);
    const restarted = ({ status: now }: Pod): boolean =>
      now?.containerStatuses?.[0]?.restartCount === 1 && now.containerStatuses[0].state.running !== undefined;
    await until('again', 'runs again', restarted);
    let second = '';
    for (let waited = 0; waited < 100 && second === ''; waited += 1) [, second] = await logs('again');
    t.not(second, first);
    t.strictSame(await logs('again', '&previous=true'), [200, first]);
    await pods.delete('again', { gracePeriodSeconds: 0 });
  });

  await t.test('a stream ends with its pod', async () => {
    const running = exec(busybox('sleep', '1000'));
    await pods.delete('web');
    await running;
    await gone('web');
  });

  t.notMatch(system.agent.output(), /MaxListenersExceeded/, 'no warning of a leak');

  await t.test('the command line client', { skip: kubectlMissing }, async (t) => {
    await make('cli', { containers: [container('app', shell(web))] });
    await until('cli', 'runs', phase('Running'));
    const bytes = Buffer.alloc(5 << 20, 'orchkit streams ');
    const file = join(folder, 'sent');
    await writeFile(file, bytes);
    for (const overWebSocket of ['true', 'false']) {
      await t.test(`over WebSocket: ${overWebSocket}`, async (t) => {
        const env = {
          ...process.env,
          KUBECONFIG: system.server.kubeconfig,
          KUBECTL_REMOTE_COMMAND_WEBSOCKETS: overWebSocket,
          KUBECTL_PORT_FORWARD_WEBSOCKETS: overWebSocket,
        };
        const run = (words: readonly string[], input: Buffer | string = '') => {
          const { status, stdout, stderr } = spawnSync('kubectl', words, {
            env,
            input,
            timeout: 120_000,
            maxBuffer: 1 << 26,
          });
          return { status, out: stdout, err: stderr.toString() };
        };
        const inside = (...words: readonly string[]) => ['exec', '-i', 'cli', '--', ...busybox(...words)];
        const failed = run(inside('sh', '-c', 'echo out; exit 7'));
        t.equal(failed.out.toString(), 'out\n');
        t.equal(failed.status, 7);
        t.match(failed.err, /command terminated with exit code 7/);
        t.match(run(['exec', 'cli', '--', '/no/such']), { status: 1, err: /no such file or directory/ });
        // A shell around it: the runtime ends the input of a command that has closed its outputs.
        const sent = run(inside('sh', '-c', 'cat > /tmp/sent; echo done'), bytes);
        t.equal(sent.out.toString(), 'done\n');
        const back = run(inside('cat', '/tmp/sent'));
        t.ok(back.out.equals(bytes), 'the same bytes');
        const port = await freePort();
        const forward = spawn('kubectl', ['port-forward', 'pod/cli', `${port}:8080`], {
          env,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        t.teardown(() => forward.kill('SIGKILL'));
        await once(forward.stdout, 'data');
        for (const _ of [1, 2]) t.match(await overTcp(port, 'GET /i HTTP/1.0\r\n\r\n'), /200 OK[^]*served\n/);
      });
    }
  });
});

/** What the stream has when that matches. */
function firstMatching(stream: Readable, what: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    stream.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (what.test(heard)) resolve(heard);
    });
  });
}

async function overTcp(port: number, request: string): Promise<string> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.write(request);
  return (await buffer(socket)).toString();
}
