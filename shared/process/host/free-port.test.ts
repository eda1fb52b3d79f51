import { createServer } from 'node:net';
import t from 'tap';
import { freePort } from './free-port.ts';

t.test(
  'programs that are started side by side have a port each, where no system puts anything by itself',
  async (t) => {
    const ports = await Promise.all(Array.from({ length: 1000 }, () => freePort()));
    t.equal(new Set(ports).size, ports.length);
    t.ok(ports.every((port) => port < 32_768));
    const [port] = ports;
    const server = createServer();
    t.teardown(() => server.close());
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    t.ok(server.listening, 'the port was free');
  },
);
