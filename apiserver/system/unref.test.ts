// Whether a program ends by itself that did not stop what it started: a test that fails must not hang.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const door = (path: string): string => new URL(`../../${path}`, import.meta.url).href;
/** Milliseconds. Longer than anything here takes on a busy machine. */
const patience = 60_000;

interface Outcome {
  /** Null: it did not end by itself. */
  readonly code: number | null;
  readonly out: string;
}

function program(text: string): Promise<Outcome> {
  const source = `
    import { startApiServer } from ${JSON.stringify(door('apiserver/index.js'))};
    import { createClient, createInformer } from ${JSON.stringify(door('shared/client/index.js'))};
    ${text}`;
  return new Promise((done) => {
    const args = ['--input-type=module', '-e', source];
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const options = { cwd, timeout: patience, killSignal: 'SIGKILL' as const };
    const child = execFile(process.execPath, args, options, (_failure, out) => done({ code: child.exitCode, out }));
  });
}

const begin = `
  const server = await startApiServer({ unref: true });
  const client = await createClient({ kubeconfig: server.kubeconfig, unref: true });
  const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');`;

t.test(
  'a server and a client with unref do not keep a process alive, watches included',
  { timeout: 200_000 },
  async (t) => {
    const ended = await program(`${begin}
    const informer = createInformer(maps);
    void informer.run();
    await informer.synced();
    console.log('synced');`);
    t.strictSame(ended, { code: 0, out: 'synced\n' });
    const failed = await program(`${begin}
    await maps.list();
    throw new Error('an assertion failed');`);
    t.strictSame(failed, { code: 1, out: '' });
  },
);

t.test('the process still waits for open requests and the stop', { timeout: 200_000 }, async (t) => {
  const { code, out } = await program(`${begin}
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log((await maps.get('a')).metadata.name);
    await client.close();
    await server.stop();
    console.log('stopped');`);
  t.strictSame({ code, out }, { code: 0, out: 'a\nstopped\n' });
});

t.test('disposal ends server, client and informer', { timeout: 200_000 }, async (t) => {
  const ended = await program(`
    const server = await startApiServer();
    const client = await createClient({ kubeconfig: server.kubeconfig });
    const informer = createInformer(client.resource({ group: '', version: 'v1', resource: 'configmaps' }));
    const running = informer.run();
    await informer.synced();
    await informer[Symbol.asyncDispose]();
    await running;
    await client[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    console.log('ended');`);
  t.strictSame(ended, { code: 0, out: 'ended\n' });
});
