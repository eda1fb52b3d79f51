import { createServer } from 'node:net';
import t from 'tap';
import { startScriptedServer } from '../../../fixtures/shared/scripted-server.fixture.ts';
import { connect, ConnectionError } from './connection.ts';

t.test(
  'a server that is not there, or not trusted, fails the request of a connection that keeps nothing alive',
  async (t) => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { readonly port: number };
    await new Promise((resolve) => closed.close(resolve));
    const untrusted = await startScriptedServer();
    t.teardown(() => untrusted.close());
    for (const server of [`https://127.0.0.1:${port}`, untrusted.url]) {
      const connection = connect({ server, credentials: {} }, { unref: true });
      t.teardown(() => connection.close());
      await t.rejects(connection.transport({ method: 'GET', path: '/', headers: {} }), ConnectionError, server);
    }
  },
);
