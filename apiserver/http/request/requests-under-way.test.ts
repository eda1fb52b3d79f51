import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { RequestsUnderWay, ServerStoppingError } from './requests-under-way.ts';
import type { RequestContext } from '../contract/stage.ts';

/** A request that ends as soon as it is cancelled. */
function stream(requests: RequestsUnderWay, ended: number[], clock: FakeClock): void {
  const context = {
    longRunning: true,
    exchange: {
      cancel: (reason: Error) => {
        t.ok(reason instanceof ServerStoppingError);
        ended.push(clock.monotonic());
        requests.remove(context);
      },
    },
  } as unknown as RequestContext;
  requests.add(context);
}

t.test('streams are ended evenly over the time that is given, and at once without one', async (t) => {
  const clock = new FakeClock();
  const start = clock.monotonic();
  const ended: number[] = [];
  const requests = new RequestsUnderWay();
  for (let count = 0; count < 4; count += 1) stream(requests, ended, clock);
  const drained = requests.drain({ over: 8000, clock });
  t.equal(requests.draining, true);
  t.equal(ended.length, 1, 'the first one at once');
  await clock.advance(8000);
  await drained;
  t.strictSame(
    ended.map((time) => time - start),
    [0, 2000, 4000, 6000],
  );
  const others = new RequestsUnderWay();
  const atOnce: number[] = [];
  for (let count = 0; count < 4; count += 1) stream(others, atOnce, clock);
  await others.drain({ over: 0, clock });
  t.equal(atOnce.length, 4);
});

t.test('more streams than steps are ended several at a time', async (t) => {
  const clock = new FakeClock();
  const ended: number[] = [];
  const requests = new RequestsUnderWay();
  for (let count = 0; count < 250; count += 1) stream(requests, ended, clock);
  const drained = requests.drain({ over: 1000, clock });
  t.equal(ended.length, 3);
  await clock.advance(1000);
  await drained;
  t.equal(ended.length, 250);
});
