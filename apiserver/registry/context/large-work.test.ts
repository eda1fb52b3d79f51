import t from 'tap';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { LargeWork, largeBytes } from './large-work.ts';

/** Rounds of an event loop that advances on command. */
class Rounds {
  readonly #next: (() => void)[] = [];

  readonly add = (begin: () => void): void => {
    this.#next.push(begin);
  };

  /** False: nothing was to be done. */
  async go(): Promise<boolean> {
    const due = this.#next.splice(0);
    for (const begin of due) begin();
    for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    return due.length > 0;
  }
}

function request(ended?: Error): ResourceRequest {
  const end = new AbortController();
  if (ended !== undefined) end.abort(ended);
  return { signal: end.signal, aborted: end.signal.aborted } as ResourceRequest;
}

t.test('one step runs in each round, in order of arrival', async (t) => {
  const rounds = new Rounds();
  const work = new LargeWork(rounds.add);
  const order: string[] = [];
  for (const name of ['a', 'b', 'c']) void work.turn(request()).then(() => order.push(name));
  t.equal(work.waiting, 3);
  t.strictSame(order, [], 'not even the first is taken at once');
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await rounds.go();
    t.strictSame(order, expected);
  }
  t.equal(work.waiting, 0);
  await rounds.go();
  t.equal(await rounds.go(), false, 'without work no rounds are asked for');
  void work.turn(request()).then(() => order.push('d'));
  await rounds.go();
  t.strictSame(order, ['a', 'b', 'c', 'd'], 'and it begins again');
});

t.test('the step of an ended request is skipped, and delays no other', async (t) => {
  const rounds = new Rounds();
  const work = new LargeWork(rounds.add);
  const over = work.turn(request(new Error('the client has gone')));
  const next = work.turn(request());
  void rounds.go().then(() => rounds.go());
  await t.rejects(over, { message: 'the client has gone' });
  await next;
});

t.test('large writes are done in steps with other work in between, small ones in one go', async (t) => {
  let steps = 0;
  const largeWork = new LargeWork((begin) => {
    steps += 1;
    setImmediate(begin);
  });
  const api = await inProcess('orch', { largeWork });
  t.teardown(() => api.close());
  const text = 'x'.repeat(largeBytes);
  const stepsOf = async (...call: Parameters<typeof api.call>): Promise<readonly [number, number]> => {
    steps = 0;
    const { status } = await api.call(...call);
    return [status, steps];
  };
  const map = (name: string, data: object): object => ({ metadata: { name }, data });
  const at = { namespace: 'default' };
  const [, small] = await stepsOf('create', 'configmaps', { ...at, body: map('small', { a: 'b' }) });
  t.equal(small, 0);
  const large: readonly (readonly [string, ...Parameters<typeof api.call>])[] = [
    ['create', 'create', 'configmaps', { ...at, body: map('large', { a: text }) }],
    ['another kind', 'create', 'secrets', { ...at, body: { metadata: { name: 'large' }, stringData: { a: text } } }],
    ['update', 'update', 'configmaps', { ...at, name: 'small', body: map('small', { a: text }) }],
    [
      'a small patch of a large object',
      'patch',
      'configmaps',
      { ...at, name: 'large', ...merge({ data: { b: 'c' } }) },
    ],
    ['a large patch', 'patch', 'configmaps', { ...at, name: 'small', ...merge({ data: { a: null, b: text } }) }],
  ];
  for (const [title, ...call] of large) {
    const [status, taken] = await stepsOf(...call);
    t.ok(status === 200 || status === 201, `${title}: ${status}`);
    t.ok(taken >= 4, `${title}: ${taken} steps`);
  }
});

function merge(body: object): { readonly body: object; readonly contentType: string } {
  return { body, contentType: 'application/merge-patch+json' };
}
