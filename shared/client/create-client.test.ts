// `createClient`: the sources from which a client gets its server.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ConnectionConfigError, createClient } from './index.ts';

async function versionServer(t: { teardown(end: () => unknown): unknown }): Promise<string> {
  const server = createServer((_request, response) => response.end('{"minor":"34"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test('a connection file is given as a path, as its text, or as an object', async (t) => {
  const server = await versionServer(t);
  const content = {
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test' } }],
    clusters: [{ name: 'test', cluster: { server } }],
  };
  const text = `${JSON.stringify(content)}\n`;
  const path = join(t.testdir({}), 'file');
  await writeFile(path, text);
  for (const kubeconfig of [path, text, content]) {
    await using client = await createClient({ kubeconfig });
    t.strictSame(await client.request({ method: 'GET', path: '/version' }), { minor: '34' });
  }
});

t.test('a missing file and a text that is not a connection file give different errors', async (t) => {
  await t.rejects(createClient({ kubeconfig: '/no/such/file' }), ConnectionConfigError);
  await t.rejects(createClient({ kubeconfig: '/no/such/file' }), { message: /^\/no\/such\/file: cannot be read/ });
  await t.rejects(createClient({ kubeconfig: 'kind: Config\n' }), { message: /^kubeconfig: .*no context is chosen/ });
});
