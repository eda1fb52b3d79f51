import t from 'tap';

import type { CacheEvent } from '../../../storage/contract/resource-cache.ts';
import type { GroupFrames } from './frame-group.ts';
import { SharedFrames } from './shared-frames.ts';

const event: CacheEvent = { revision: 2, key: '/a', object: undefined, previous: undefined, removed: undefined };

/** Frames of so many bytes for each batch, counted. */
function counting(bytes = 1): { made: number; readonly frames: GroupFrames } {
  const counted = {
    made: 0,
    frames: {
      quick: false,
      join(events: readonly CacheEvent[]) {
        counted.made += 1;
        return { pieces: [Buffer.alloc(bytes)], count: events.length, bytes };
      },
      initials: () => Buffer.alloc(bytes),
    },
  };
  return counted;
}

t.test(
  'a change with a converted object is framed once for each view; after a failure it is framed again',
  async (t) => {
    const frames = new SharedFrames();
    let made = 0;
    const one = async (): Promise<Buffer> => Buffer.from(String((made += 1)));
    t.equal(frames.converted(event, 'json ADDED', one), frames.converted(event, 'json ADDED', one));
    t.not(frames.converted(event, 'json DELETED', one), frames.converted(event, 'json ADDED', one));
    t.equal(made, 2);
    const failing = async (): Promise<Buffer> => {
      throw new Error('no conversion');
    };
    await t.rejects(async () => frames.converted(event, 'cbor ADDED', failing), { message: 'no conversion' });
    t.strictSame(await frames.converted(event, 'cbor ADDED', one), Buffer.from('3'));
  },
);

t.test('a batch is joined once for all members of a group, and again for another group', async (t) => {
  const shared = new SharedFrames();
  const [one, other] = [counting(), counting()];
  const group = shared.join('one', one.frames);
  t.notOk(group.worthwhile, 'the only member is better off alone');
  t.equal(shared.join('one', one.frames), group);
  t.ok(group.worthwhile);
  const [first, second] = [[event], [event]];
  t.equal(group.joined(first), group.joined(first));
  t.not(group.joined(second), group.joined(first));
  t.equal(one.made, 2);
  shared.join('other', other.frames).joined(first);
  t.equal(other.made, 1);
});

t.test('a group that everybody has left is forgotten', async (t) => {
  const shared = new SharedFrames();
  const group = shared.join('one', counting().frames);
  shared.join('one', counting().frames);
  group.leave();
  t.equal(shared.join('one', counting().frames), group);
  group.leave();
  group.leave();
  t.not(shared.join('one', counting().frames), group);
});

t.test('cached frames are counted, and all are dropped above the limit', async (t) => {
  const shared = new SharedFrames();
  const { memory } = shared;
  const large = counting(20 * 1024 * 1024);
  const group = shared.join('one', large.frames);
  const batches = [[event], [event]];
  for (let turn = 0; turn < 2; turn += 1) {
    for (const events of batches) {
      t.match(group.joined(events), { count: 1 });
      t.ok(memory.bytes <= memory.limit);
    }
  }
  t.equal(large.made, 4, 'two are more than may be kept');
  const small = counting();
  const other = shared.join('small', small.frames);
  for (const events of [...batches, ...batches]) other.joined(events);
  t.equal(small.made, 2);
  t.strictSame(memory.counts, { hits: 2, made: 6 });
});
