// The reference for everything over HTTP: a bare Node HTTPS server (HTTP/2 and 1.1 on one port) that sends given bytes and
// nothing else. `/file/NAME` answers a file of the folder it was started with; `/replay/NAME/COUNT` sends a file as a line
// COUNT times at once and keeps the stream; `/watch` keeps the stream; a POST to `/emit` appends its body to a file with one
// flush for all that wait, as a store does, then writes it as a line to every watcher and answers it back; `/etcd/NAME` is
// `/file/NAME` after one round trip to the etcd it was given. Prints its port.

import { open } from 'node:fs/promises';
import { readFileSync, readdirSync } from 'node:fs';
import type { ServerHttp2Stream } from 'node:http2';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { openEtcdStore } from '../../apiserver/storage/etcd/etcd-store.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';

interface Emitted {
  readonly stream: ServerHttp2Stream;
  readonly body: Buffer;
}

const folder = process.argv[2] ?? '.';
const files = new Map(readdirSync(folder).map((name) => [`/file/${name}`, readFileSync(join(folder, name))]));
const [, , , etcdServer] = process.argv;
const etcd =
  etcdServer === undefined
    ? undefined
    : openEtcdStore({ servers: [etcdServer], prefix: '/bare', clock: systemClock, log: silentLog });
const newline = Buffer.from('\n');
const watchers = new Set<ServerHttp2Stream>();

const log = await open(join(folder, 'log'), 'a');
let waiting: Emitted[] = [];
let storing = false;

const server = createSecureServer({
  key: readFileSync(join(folder, 'server.key')),
  cert: readFileSync(join(folder, 'server.crt')),
  allowHTTP1: true,
  // Node's 10 MB do not carry a hundred watches that all have something to send.
  maxSessionMemory: 256,
});
server.on('stream', (stream, headers) => {
  const path = headers[':path'] ?? '';
  stream.on('error', () => watchers.delete(stream));
  if (path === '/emit') {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => emit({ stream, body: Buffer.concat(chunks) }));
    return;
  }
  const [, , replayed = '', count = ''] = path.startsWith('/replay/') ? path.split('/') : [];
  if (replayed !== '') {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    const line = Buffer.concat([files.get(`/file/${replayed}`) ?? newline, newline]);
    stream.write(Buffer.concat(Array.from({ length: Number(count) }, () => line)));
    return;
  }
  if (path === '/watch') {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    watchers.add(stream);
    stream.on('close', () => watchers.delete(stream));
    return;
  }
  if (etcd !== undefined && path.startsWith('/etcd/')) {
    void Promise.resolve(etcd.latest()).then(() => send(stream, files.get(path.replace('/etcd/', '/file/'))));
    return;
  }
  send(stream, files.get(path));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => process.exit(0));

function send(stream: ServerHttp2Stream, body: Buffer | undefined): void {
  stream.respond({
    ':status': body === undefined ? 404 : 200,
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  });
  stream.end(body);
}

function emit(emitted: Emitted): void {
  waiting.push(emitted);
  if (!storing) void storeAll();
}

async function storeAll(): Promise<void> {
  storing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const lines = Buffer.concat(batch.flatMap(({ body }) => [body, newline]));
    await log.write(lines);
    await log.datasync();
    for (const watcher of watchers) watcher.write(lines);
    for (const { stream, body } of batch) {
      stream.respond({ ':status': 201, 'content-type': 'application/json', 'content-length': body.length });
      stream.end(body);
    }
  }
  storing = false;
}
