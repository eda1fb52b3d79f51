import t from 'tap';

import type { ApiObject } from '../../object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { ApiClient } from '../request/api-client.ts';
import type { TransportRequest, TransportResponse } from '../contract/transport.ts';
import type { WatcherEvent } from './watch-state.ts';
import { watchResource } from './watcher.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

/** What a request is answered with: a list, an error, or a watch that says nothing. */
type Play = 'list' | 'down' | 'silence';

function watched(...plays: readonly Play[]) {
  const clock = new FakeClock();
  const asked: { readonly at: number; readonly path: string }[] = [];
  const rest = [...plays];
  const transport = async ({ path, signal }: TransportRequest): Promise<TransportResponse> => {
    asked.push({ at: clock.monotonic(), path });
    const play = rest.shift() ?? 'silence';
    if (play === 'down') throw new Error('down');
    async function* body(): AsyncGenerator<Uint8Array> {
      if (play === 'list')
        yield Buffer.from('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}');
      else await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    }
    return { status: 200, headers: {}, body: body() };
  };
  const controller = new AbortController();
  const client = new ApiClient(transport, { clock }).resource(pods);
  const events: WatcherEvent<ApiObject>[] = [];
  const running = (async () => {
    for await (const event of watchResource(client, { clock, signal: controller.signal, random: () => 0 }))
      events.push(event);
  })();
  return { clock, asked, events, running, controller };
}

t.test('retries wait 800 ms, doubling to 30 s, until something succeeds', async (t) => {
  const { clock, asked, running, controller } = watched(
    'down',
    'down',
    'down',
    'down',
    'down',
    'down',
    'down',
    'down',
    'list',
  );
  await clock.advance(141_000);
  const starts = asked.map(({ at }) => at);
  t.strictSame(
    starts.slice(1).map((at, index) => at - (starts[index] ?? 0)),
    [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000],
  );
  controller.abort(new Error('enough'));
  await running;
});

t.test('a watch that stays silent beyond its time is given up and resumed', async (t) => {
  const { clock, asked, events, running, controller } = watched('list');
  await clock.advance(329_999);
  t.equal(asked.length, 2);
  await clock.advance(1);
  t.match(events.at(-1), { type: 'failed', error: { message: 'the watch did not end in time' } });
  await clock.advance(800);
  t.match(asked.at(-1)?.path, /resourceVersion=7&.*watch=true/);
  controller.abort(new Error('enough'));
  await running;
});

t.test('an abort ends the stream quietly, while it watches and while it waits, and leaves no sleeper', async (t) => {
  for (const play of ['list', 'down'] as const) {
    const { clock, events, running, controller } = watched(play);
    await clock.advance(1);
    controller.abort(new Error('enough'));
    await running;
    t.equal(events.length, 1);
    t.equal(clock.sleeping, 0);
  }
});

t.test('only what is asked to be kept of an object comes, from lists and from watches', async (t) => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, resourceVersion: '7' }, spec: {} });
  const transport = async ({ path }: TransportRequest): Promise<TransportResponse> => {
    async function* body(): AsyncGenerator<Uint8Array> {
      if (!path.includes('watch=')) {
        const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [pod('a')] };
        yield Buffer.from(JSON.stringify(list));
        return;
      }
      yield Buffer.from(`${JSON.stringify({ type: 'ADDED', object: pod('b') })}\n`);
    }
    return { status: 200, headers: {}, body: body() };
  };
  const client = new ApiClient(transport, { clock }).resource(pods);
  const seen: ApiObject[] = [];
  const keep = ({ apiVersion, kind, metadata }: ApiObject): ApiObject => ({ apiVersion, kind, metadata });
  for await (const event of watchResource(client, { clock, signal: controller.signal }, keep)) {
    if (event.type === 'synced') seen.push(...event.objects);
    else if (event.type === 'added') {
      seen.push(event.object);
      controller.abort(new Error('enough'));
    }
  }
  t.strictSame(
    seen.map(({ metadata: { name }, ...rest }) => [name, 'spec' in rest]),
    [
      ['a', false],
      ['b', false],
    ],
  );
});
