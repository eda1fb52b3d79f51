import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { BatchedConverter, type ConversionCall } from './batched-converter.ts';

const object = (name: string): ApiObject => ({ apiVersion: 'g/v1', kind: 'K', metadata: { name } });
const names = (objects: readonly ApiObject[]) => objects.map(({ metadata }) => metadata.name);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Calls whose answer a test releases. */
function held() {
  const calls: {
    readonly names: readonly (string | undefined)[];
    readonly version: string;
    readonly signal: AbortSignal;
    end(error?: Error): void;
  }[] = [];
  const call: ConversionCall = (objects, version, signal) =>
    new Promise((resolve, reject) => {
      const converted = objects.map((one) => ({ ...one, apiVersion: version }));
      const end = (error?: Error): void => (error === undefined ? resolve(converted) : reject(error));
      calls.push({ names: names(objects), version, signal, end });
    });
  return { calls, call };
}

const limits = { objects: 3, calls: 2, timeout: 5000 };
const request = () => ({ signal: new AbortController().signal });

t.test('objects that are asked for together go together, by version, and no call has too many', async (t) => {
  const { calls, call } = held();
  const converter = new BatchedConverter(call, limits, new FakeClock());
  const asked = [
    converter.convert([object('a')], 'g/v2', request()),
    converter.convert([object('b'), object('c')], 'g/v2', request()),
    converter.convert([object('d')], 'g/v3', request()),
  ];
  await turn();
  t.strictSame(
    calls.map((one) => [one.version, one.names]),
    [
      ['g/v2', ['a', 'b', 'c']],
      ['g/v3', ['d']],
    ],
  );
  for (const one of calls) one.end();
  const [first, second, third] = await Promise.all(asked);
  t.strictSame([names(first!), names(second!), names(third!)], [['a'], ['b', 'c'], ['d']]);
  t.equal(second?.[0]?.apiVersion, 'g/v2');
  const many = converter.convert(['1', '2', '3', '4', '5'].map(object), 'g/v2', request());
  await turn();
  t.strictSame(
    calls.slice(2).map((one) => one.names),
    [
      ['1', '2', '3'],
      ['4', '5'],
    ],
  );
  for (const one of calls.slice(2).reverse()) one.end();
  t.strictSame(names(await many), ['1', '2', '3', '4', '5'], 'in their order, whichever call ends first');
});

t.test('a few calls run at a time; waiting objects are sent in larger ones', async (t) => {
  const { calls, call } = held();
  let waiting = 0;
  const ended: (readonly [number, boolean])[] = [];
  const converter = new BatchedConverter(call, limits, new FakeClock(), {
    waits: (objects) => (waiting += objects),
    called: (_seconds, objects, succeeded) => ended.push([objects, succeeded]),
  });
  const asked: Promise<readonly ApiObject[]>[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    asked.push(converter.convert([object(name)], 'g/v2', request()));
    await turn();
  }
  t.strictSame(
    calls.map((one) => one.names),
    [['a'], ['b']],
  );
  t.equal(waiting, 5);
  calls[0]?.end();
  await turn();
  t.strictSame(calls[2]?.names, ['c', 'd', 'e']);
  calls[1]?.end();
  calls[2]?.end();
  await Promise.all(asked);
  t.equal(waiting, 0);
  t.strictSame(
    ended.map(([objects]) => objects).sort((left, right) => left - right),
    [1, 1, 3],
  );
});

t.test('of several that failed together only those fail that fail alone', async (t) => {
  const converter = new BatchedConverter(
    async (objects) => {
      if (names(objects).includes('bad')) throw new Error('not this one');
      return objects;
    },
    limits,
    new FakeClock(),
  );
  const [good, bad] = await Promise.allSettled([
    converter.convert([object('good')], 'g/v2', request()),
    converter.convert([object('bad')], 'g/v2', request()),
  ]);
  t.equal(good?.status, 'fulfilled');
  t.match(bad, { status: 'rejected', reason: { message: 'not this one' } });
});

t.test('a call that answers too few objects, or too late, has failed', async (t) => {
  const clock = new FakeClock();
  const few = new BatchedConverter(async () => [], limits, clock);
  await t.rejects(few.convert([object('a')], 'g/v2', request()), /returned 0 objects, expected 1/);
  const { calls, call } = held();
  const late = new BatchedConverter(call, limits, clock);
  const asked = late.convert([object('a')], 'g/v2', request());
  asked.catch(() => {});
  await turn();
  await clock.advance(5200);
  await t.rejects(asked, /took longer than 5 s/);
  t.equal(calls[0]?.signal.aborted, true, 'and is ended');
});

t.test('an aborted request waits no longer, and a call without a waiting request is aborted', async (t) => {
  const { calls, call } = held();
  const converter = new BatchedConverter(call, limits, new FakeClock());
  const [one, two] = [new AbortController(), new AbortController()];
  const asked = [converter.convert([object('a')], 'g/v2', one), converter.convert([object('b')], 'g/v2', two)];
  for (const each of asked) each.catch(() => {});
  await turn();
  one.abort(new Error('gone'));
  await t.rejects(asked[0]!, /gone/);
  t.equal(calls[0]?.signal.aborted, false, 'another waits for it');
  two.abort(new Error('gone too'));
  await t.rejects(asked[1]!, /gone too/);
  t.equal(calls[0]?.signal.aborted, true);
  await t.rejects(converter.convert([object('c')], 'g/v2', one), /gone/, 'nothing is begun for a request that is over');
  await turn();
  t.equal(calls.length, 1);
});
