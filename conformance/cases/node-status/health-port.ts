import { networkInterfaces } from 'node:os';
import { freePort } from '../../../shared/process/host/free-port.ts';
import type { Case } from '../../contract/case.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Paths of the port and their answers: the status, and the text if the specification has it. */
const answers: readonly (readonly [path: string, status: number, text?: string | RegExp])[] = [
  ['/healthz', 200, 'ok'],
  ['/healthz/ping', 200, 'ok'],
  ['/healthz?verbose', 200, /^\[\+\]ping ok\n/],
  ['/healthz?exclude=no-such-check', 200, 'ok'],
  ['/healthz/no-such-check', 404],
  ['/', 404],
  ['/pods', 404],
  ['/configz', 404],
  ['/metrics', 404],
  ['/stats/summary', 404],
  ['/checkpoint/default/pod/container', 404],
];

export default {
  id: 'health-port',
  title: 'An agent MUST say whether it is healthy on a plain port of its host, to everybody there, and nothing else.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    const port = await freePort();
    await c.launchAgent({ flags: [`--healthz-port=${port}`, '--anonymous-auth=false'] });
    const address = `http://127.0.0.1:${port}`;
    const ask = (path: string, method = 'GET') =>
      fetch(`${address}${path}`, { method, redirect: 'manual', signal: c.signal });
    // The port may open a little later than the other one.
    await c.eventually(async () => {
      const answer = await ask('/healthz').catch(() => undefined);
      expectThat('answer of the port', answer !== undefined, 'one', undefined);
    });
    for (const [path, status, text] of answers) {
      const answer = await ask(path);
      const body = await answer.text();
      expectEqual(`status of ${path}`, answer.status, status);
      if (typeof text === 'string') expectEqual(`answer of ${path}`, body.trim(), text);
      else if (text !== undefined) expectThat(`answer of ${path}`, text.test(body), String(text), body);
    }
    await excludes(ask);
    expectEqual('status of a checkpoint on the plain port', (await ask('/checkpoint/a/b/c', 'POST')).status, 404);
    const own = Object.values(networkInterfaces())
      .flatMap((list = []) => list)
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    if (own === undefined) return;
    const elsewhere = await fetch(`http://${own}:${port}/healthz`, { signal: c.signal }).catch(() => undefined);
    expectEqual('answer on an address of the network', elsewhere?.status, undefined);
  },
} satisfies Case;

/** Each check in the verbose answer has a path of its own, and can be excluded. */
async function excludes(ask: (path: string) => Promise<Response>): Promise<void> {
  const told = await (await ask('/healthz?verbose')).text();
  for (const [, name = ''] of told.matchAll(/^\[\+\](\S+) ok$/gm)) {
    const alone = await ask(`/healthz/${name}`);
    expectEqual(`status of /healthz/${name}`, alone.status, 200);
    expectEqual(`answer of /healthz/${name}`, (await alone.text()).trim(), 'ok');
    const without = await (await ask(`/healthz?exclude=${name}&verbose`)).text();
    expectThat(`answer without ${name}`, without.includes(`${name} excluded: ok\n`), `${name} excluded`, without);
  }
}
