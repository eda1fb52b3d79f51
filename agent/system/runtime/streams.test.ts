// Streams into containers on a real containerd, at the node's API: exec, attach, port forwarding, and their authorization.

import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { WebSocket } from 'ws';
import { containersMissing, networkMissing } from '../../../fixtures/process/containerd-process.ts';
import { container, phase, podScene, shell } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';

t.setTimeout(600_000);
const missing = containersMissing() ?? networkMissing();
const v4 = vendorOf('kubernetes').fill('v4.channel.{api}');
/** Milliseconds that an answer may take. */
const patience = 20_000;

/** What came: the bytes of each channel, and how it ended. */
interface Heard {
  readonly refused?: { readonly status: number; readonly body: string };
  readonly channels: Map<number, string>;
  readonly protocol: string;
}

interface Talk {
  readonly channels: Map<number, string>;
  readonly send: (channel: number, bytes: Buffer | string) => void;
}

t.test('streams reach into containers', missing === undefined ? {} : { skip: missing }, async (t) => {
  const { system, make, until, pods, gone } = await podScene(t, {
    bridge: 'orchstreams0',
    subnet: '10.244.92.0/24',
  });
  await make('web', {
    containers: [
      container('app', shell('mkdir /tmp/w; echo served > /tmp/w/i; exec /bin/busybox httpd -f -p 8080 -h /tmp/w')),
      container('echo', shell('while read line; do echo "got $line"; done; sleep 1000'), { stdin: true }),
    ],
  });
  const pod = await until('web', 'runs', phase('Running'));
  const person = (commonName: string, organizations: readonly string[]): KeyPair =>
    issueCertificate(system.authority, { commonName, organizations, usages: ['client'], clock: systemClock });
  const admin = person('root', ['system:masters']);
  const nobody = person('nobody', []);

  const open = (
    path: string,
    {
      who = admin,
      protocols = [v4],
      talk,
      done,
    }: {
      readonly who?: KeyPair | null;
      readonly protocols?: readonly string[];
      readonly talk?: (talk: Talk) => void;
      /** Ends the stream from this side. */
      readonly done?: (channels: ReadonlyMap<number, string>) => boolean;
    } = {},
  ): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const credentials = who === null ? {} : { cert: who.certificatePem, key: who.keyPem };
      const socket = new WebSocket(`wss://127.0.0.1:${system.agent.port}${path}`, [...protocols], {
        rejectUnauthorized: false,
        ...credentials,
      });
      const channels = new Map<number, string>();
      const timer = setTimeout(() => {
        socket.terminate();
        reject(new Error(`${path} does not end: ${JSON.stringify([...channels])}`));
      }, patience);
      const heard = (more: Partial<Heard> = {}): void => {
        clearTimeout(timer);
        resolve({ channels, protocol: socket.protocol, ...more });
      };
      socket.on('unexpected-response', (_, response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => {
          heard({ refused: { status: response.statusCode ?? 0, body } });
          socket.terminate();
        });
      });
      const send: Talk['send'] = (channel, bytes) => {
        socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(bytes)]));
      };
      socket.on('open', () => talk?.({ channels, send }));
      socket.on('message', (data: Buffer) => {
        const channel = data[0] ?? -1;
        channels.set(channel, `${channels.get(channel) ?? ''}${data.subarray(1).toString('latin1')}`);
        if (done?.(channels) === true) socket.close();
      });
      socket.on('close', () => heard());
      socket.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  const exec = (words: readonly string[], more = 'output=1&error=1', name = 'web/app') =>
    `/exec/default/${name}?${words.map((word) => `command=${encodeURIComponent(word)}`).join('&')}&${more}`;
  const busybox = '/bin/busybox';

  await t.test('a command answers on its channels, with its exit code in the status', async (t) => {
    const echoed = await open(exec([busybox, 'sh', '-c', 'echo out; echo err >&2']));
    t.equal(echoed.protocol, v4);
    t.equal(echoed.channels.get(1), 'out\n');
    t.equal(echoed.channels.get(2), 'err\n');
    t.match(JSON.parse(echoed.channels.get(3) ?? '{}'), { status: 'Success' });
    const failed = await open(exec([busybox, 'sh', '-c', 'exit 7']));
    t.match(JSON.parse(failed.channels.get(3) ?? '{}'), {
      status: 'Failure',
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '7' }] },
    });
    const absent = await open(exec(['/no/such/program']));
    t.match(JSON.parse(absent.channels.get(3) ?? '{}'), { status: 'Failure' }, 'a program that is not there');
    const own = await open(exec([busybox, 'echo', 'by uid'], 'output=1', `web/${pod.metadata.uid}/app`));
    t.equal(own.channels.get(1), 'by uid\n');
  });

  await t.test('input goes in, and a mebibyte comes back as it went', async (t) => {
    const line = await open(exec([busybox, 'head', '-n', '1'], 'input=1&output=1'), {
      talk: ({ send }) => send(0, 'hello\n'),
    });
    t.equal(line.channels.get(1), 'hello\n');
    t.match(JSON.parse(line.channels.get(3) ?? '{}'), { status: 'Success' });
    const bytes = Buffer.alloc(1 << 20, 'abcdefg');
    const back = await open(exec([busybox, 'cat'], 'input=1&output=1'), {
      talk: ({ send }) => {
        for (let at = 0; at < bytes.length; at += 16_384) send(0, bytes.subarray(at, at + 16_384));
      },
      done: (channels) => (channels.get(1) ?? '').length >= bytes.length,
    });
    t.ok(back.channels.get(1) === bytes.toString('latin1'), 'the same bytes');
  });

  await t.test('a terminal has a size', async (t) => {
    const sized = await open(exec([busybox, 'sh', '-c', 'sleep 1; stty size'], 'input=1&output=1&tty=1'), {
      talk: ({ send }) => send(4, JSON.stringify({ Width: 91, Height: 37 })),
    });
    t.match(sized.channels.get(1), /37 91/);
  });

  await t.test('attaching joins the streams of the container itself', async (t) => {
    const attached = await open('/attach/default/web/echo?input=1&output=1', {
      talk: ({ send }) => send(0, 'this\n'),
      done: (channels) => (channels.get(1) ?? '').includes('got this\n'),
    });
    t.match(attached.channels.get(1), 'got this\n');
  });

  await t.test('a port of the pod is reached', async (t) => {
    const forwarded = await open('/portForward/default/web?port=8080', {
      talk: ({ send }) => send(0, 'GET /i HTTP/1.0\r\n\r\n'),
      done: (channels) => (channels.get(0) ?? '').includes('served\n'),
    });
    t.match(forwarded.channels.get(0), /HTTP\/1\.. 200 OK[^]*served\n/);
    t.match(await open('/portForward/default/web?port=0'), { refused: { status: 400 } });
    t.match(await open('/portForward/default/none?port=8080'), { refused: { status: 404 } });
    const closed = await open('/portForward/default/web?port=9', {
      done: (channels) => (channels.get(1) ?? '').length > 2,
    });
    t.match(closed.channels.get(1), /refused/i, 'a port on which nothing listens');
  });

  await t.test('unknown containers and unauthorized callers are refused', async (t) => {
    t.match(await open(exec(['x'], 'output=1', 'web/other')), {
      refused: { status: 500, body: /container not found \("other"\)/ },
    });
    t.match(await open(exec(['x'], 'output=1', 'none/app')), {
      refused: { status: 404, body: 'pod does not exist\n' },
    });
    t.match(await open(exec(['x'], 'output=1', 'web/not-its-uid/app')), { refused: { status: 404 } });
    t.match(await open(exec(['x'], '')), { refused: { status: 400 } });
    const paths = [exec(['x']), '/attach/default/web/echo?output=1', '/portForward/default/web?port=8080'];
    for (const path of paths) {
      t.match(await open(path, { who: null }), { refused: { status: 401 } }, path);
      t.match(await open(path, { who: nobody }), { refused: { status: 403, body: /user=nobody, verb=get/ } }, path);
    }
    t.match(await open(exec(['x']), { protocols: ['v9.nothing'] }), { refused: {} }, 'an unknown sub-protocol');
  });

  await t.test('a command runs for its output', async (t) => {
    const call = (path: string, method = 'POST', who: KeyPair | null = admin, headers = {}) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const credentials = who === null ? {} : { cert: who.certificatePem, key: who.keyPem };
        const options = { host: '127.0.0.1', port: system.agent.port, path, method, headers, ...credentials };
        request({ ...options, rejectUnauthorized: false, agent: false }, (response) => {
          let body = '';
          response.on('data', (part: Buffer) => (body += part.toString()));
          response.on('end', () => resolve({ status: response.statusCode, body }));
        })
          .on('error', reject)
          .end();
      });
    const run = '/run/default/web/app?cmd=';
    t.strictSame(await call(`${run}/bin/busybox%20echo%20one`), { status: 200, body: 'one\n' });
    t.match(await call(`${run}/bin/busybox%20false`), { status: 500, body: /exited with 1/ });
    t.match(await call(`${run}x`, 'POST', nobody), { status: 403 });
    t.match(await call(`${run}x`, 'POST', null), { status: 401 });
    t.match(await call(run), { status: 400 });
    const other = { connection: 'Upgrade', upgrade: 'h2c' };
    t.match(await call(exec(['x']), 'POST', admin, other), { status: 400, body: /over WebSocket and SPDY/ });
    t.match(await call(exec(['x']), 'GET'), { status: 400, body: /upgrade request required/i }, 'no upgrade');
  });

  await t.test('a stream ends with its pod, and one that is left ends at the runtime', async (t) => {
    const mark = `left-${pod.metadata.uid}`;
    await open(exec([busybox, 'sh', '-c', 'echo begun; cat; : "$0"', mark], 'input=1&output=1'), {
      // The first message of a channel is empty and comes before the command runs.
      done: (channels) => (channels.get(1) ?? '').includes('begun'),
    });
    for (let waited = 0; waited < 100 && (await commandsWith(mark)) > 0; waited += 1) await sleep(100);
    t.equal(await commandsWith(mark), 0, 'its input ended, and so did it');
    const started = open(exec([busybox, 'sleep', '1000'], 'output=1'));
    await sleep(500);
    await pods.delete('web');
    await started;
    await gone('web');
  });
});

/** How many processes of the host have the text among their arguments. */
async function commandsWith(text: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text)).length;
}
