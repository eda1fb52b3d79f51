// The reference for everything over HTTP: a bare Node HTTPS server (HTTP/2 and 1.1 on one port) that sends given bytes and
// nothing else. `/file/NAME` answers a file of the folder it was started with; `/watch` keeps the stream; a POST to
// `/emit` writes its body and a newline to every stream and answers it back. Prints its port.

import { readFileSync, readdirSync } from 'node:fs';
import type { ServerHttp2Stream } from 'node:http2';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const files = new Map(readdirSync(folder).map((name) => [`/file/${name}`, readFileSync(join(folder, name))]));
const watchers = new Set<ServerHttp2Stream>();

const server = createSecureServer({
  key: readFileSync(join(folder, 'server.key')),
  cert: readFileSync(join(folder, 'server.crt')),
  allowHTTP1: true,
});
server.on('stream', (stream, headers) => {
  const path = headers[':path'] ?? '';
  stream.on('error', () => watchers.delete(stream));
  if (path === '/emit') {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const body = Buffer.concat(chunks);
      const frame = Buffer.concat([body, Buffer.from('\n')]);
      for (const watcher of watchers) watcher.write(frame);
      stream.respond({ ':status': 201, 'content-type': 'application/json', 'content-length': body.length });
      stream.end(body);
    });
    return;
  }
  if (path === '/watch') {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    watchers.add(stream);
    stream.on('close', () => watchers.delete(stream));
    return;
  }
  const body = files.get(path);
  stream.respond({
    ':status': body === undefined ? 404 : 200,
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  });
  stream.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => process.exit(0));
