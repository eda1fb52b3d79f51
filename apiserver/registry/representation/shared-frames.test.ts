import t from 'tap';

import type { CacheEvent } from '../../storage/resource-cache.ts';
import { SharedFrames } from './shared-frames.ts';

t.test('a frame is made once for each event and view, a batch once for each array and view', async (t) => {
  const frames = new SharedFrames();
  const event: CacheEvent = { revision: 2, key: '/a', object: undefined, previous: undefined, removed: undefined };
  const events = [event];
  let made = 0;
  const one = (): Buffer => Buffer.from(String((made += 1)));
  t.equal(frames.event(event, 'json ADDED', one), frames.event(event, 'json ADDED', one));
  t.not(frames.event(event, 'json DELETED', one), frames.event(event, 'json ADDED', one));
  t.equal(made, 2);
  t.equal(
    frames.batch(events, 'json /', () => [one()]),
    frames.batch(events, 'json /', () => [one()]),
  );
  t.not(
    frames.batch([event], 'json /', () => [one()]),
    frames.batch(events, 'json /', () => [one()]),
  );
  t.equal(made, 4);
});
