import t from 'tap';

import type { CachedObject, Snapshot } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import { type InitialFrames, SharedInitials } from './shared-initials.ts';

const large = { size: 64 * 1024 } as CachedObject;
const selection = { prefix: '/maps/', terms: [], named: () => true } as unknown as SelectionPredicate;

/** Three objects, each a piece of its own. */
function snapshot(): Snapshot {
  return {
    content: {},
    run: () => ({ length: 3 * large.size }),
    *select(_prefix: string, _after: unknown, _terms: unknown, take: (object: CachedObject) => boolean) {
      for (let taken = 0; taken < 3; taken += 1) {
        take(large);
        yield;
      }
    },
  } as unknown as Snapshot;
}

/** Records what the frames report about their memory. */
function keeping() {
  const told = { bytes: 0, dropped: 0 };
  return {
    told,
    kept: {
      grow(bytes: number) {
        told.bytes += bytes;
      },
      drop() {
        told.dropped += 1;
      },
    },
  };
}

const framesOf = (pieces: Iterable<InitialFrames | undefined>): string =>
  [...pieces].map((piece) => (Buffer.isBuffer(piece?.frames) ? piece.frames.toString() : '')).join('');

t.test('every reader gets all of it, made once', async (t) => {
  let made = 0;
  const { told, kept } = keeping();
  const initials = SharedInitials.of(snapshot(), selection, () => Buffer.from(String((made += 1))), kept);
  t.equal(framesOf(initials ?? []), '123');
  t.equal(framesOf(initials ?? []), '123');
  t.strictSame(told, { bytes: 3, dropped: 0 });
});

t.test('when an object cannot be framed no reader takes the part before it for the whole', async (t) => {
  let made = 0;
  const { told, kept } = keeping();
  const make = (): Buffer => {
    made += 1;
    if (made === 2) throw new Error('no frame');
    return Buffer.from(String(made));
  };
  const initials = SharedInitials.of(snapshot(), selection, make, kept);
  t.throws(() => framesOf(initials ?? []), { message: 'no frame' });
  t.throws(() => framesOf(initials ?? []), { message: 'no frame' });
  t.strictSame(told, { bytes: 1, dropped: 1 }, 'who comes later makes it anew');
});
