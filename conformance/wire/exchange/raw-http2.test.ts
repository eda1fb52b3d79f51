// A request over HTTP/2 whose header fields are sent unchanged.

import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import type { RawFields } from '../format/http2-frames.ts';
import { getRaw } from './raw-http2.ts';

t.test('fields are sent unchanged, and the body is returned, or undefined', async (t) => {
  const server = createServer();
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (headers[':path'] === '/prefix/reset') return stream.close(1);
    if (headers[':path'] === '/prefix/end') return stream.session?.destroy();
    stream.respond({ ':status': 200 });
    stream.end(JSON.stringify({ ...headers, filler: 'x'.repeat(40_000) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const endpoint = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/` };
  const ask = (path: string, ...fields: RawFields) => getRaw(endpoint, {}, path, fields, new AbortController().signal);
  const told = JSON.parse((await ask('/x?a=b', ['x-one', 'v'.repeat(300)], ['x-two', '\xfc'])) ?? '') as object;
  t.match(told, { ':method': 'GET', ':path': '/prefix/x?a=b', 'x-one': 'v'.repeat(300), 'x-two': '\xfc' });
  // This server silently drops the field, which the case about such fields has to notice.
  t.notMatch(await ask('/x', ['impersonate-user', 'jane\0']), 'impersonate-user');
  t.equal(await ask('/reset'), undefined);
  t.equal(await ask('/end'), undefined);
});
