import fc from 'fast-check';
import t from 'tap';

import { KeyIndex } from './key-index.ts';
import type { KeyVersion } from '../../contract/store.ts';
import { compareKeys } from '../../format/key-order.ts';
import { explore } from '../../../../fixtures/shared/explore.fixture.ts';

const keys = ['/a/1', '/a/2', '/ab', '/b/1'];

interface Step {
  readonly key: string;
  readonly remove: boolean;
  /** Whether the index gets the current revision of the key. */
  readonly told: boolean;
  /** Share of the history to forget after the step; undefined: none. */
  readonly compact: number | undefined;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    key: fc.constantFrom(...keys),
    remove: fc.boolean(),
    told: fc.boolean(),
    compact: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined, freq: 6 }),
  }),
  { maxLength: 40 },
);

/** Every view by hand: revision -> key -> revision of its value. */
class Model {
  readonly index = new KeyIndex();
  readonly views = new Map<number, Map<string, number>>([[1, new Map()]]);
  /** Records that are still in the log, and whether each is a removal. */
  readonly log = new Map<number, { readonly key: string; readonly removal: boolean }>();
  latest = 1;
  compacted = 1;

  play({ key, remove, told, compact }: Step): void {
    const view = new Map(this.views.get(this.latest));
    if (!remove || view.has(key)) {
      const revision = ++this.latest;
      const before = told ? (view.get(key) ?? 0) : undefined;
      if (remove) {
        this.index.remove(key, revision, before);
        view.delete(key);
      } else {
        this.index.put(key, revision, before);
        view.set(key, revision);
      }
      this.log.set(revision, { key, removal: remove });
      this.views.set(revision, view);
    }
    if (compact !== undefined) this.compact(this.compacted + Math.floor((this.latest - this.compacted) * compact));
  }

  compact(revision: number): void {
    this.compacted = revision;
    for (let dropped = this.index.superseded(revision, 3); dropped.length > 0; ) {
      for (const record of dropped) this.log.delete(record);
      this.index.forget(dropped.length);
      dropped = this.index.superseded(revision, 3);
    }
  }

  /** What a program that opens the log sees as the latest view. */
  replayed(): Map<string, number> {
    const view = new Map<string, number>();
    for (const [revision, { key, removal }] of this.log) {
      if (removal) view.delete(key);
      else view.set(key, revision);
    }
    return view;
  }
}

function entriesOf(view: Map<string, number> | undefined, prefix: string): KeyVersion[] {
  return Array.from(view ?? [], ([key, revision]) => ({ key, revision }))
    .filter(({ key }) => key.startsWith(prefix))
    .sort((left, right) => compareKeys(left.key, right.key));
}

t.test('every view that is not compacted is exact, and the kept records rebuild the index', (t) => {
  explore(
    fc.property(steps, (sequence) => {
      const model = new Model();
      for (const step of sequence) {
        model.play(step);
        t.strictSame(entriesOf(model.replayed(), ''), entriesOf(model.views.get(model.latest), ''));
      }
      for (let revision = model.compacted; revision <= model.latest; revision++) {
        for (const prefix of ['', '/a', '/a/', '/c']) {
          const wanted = entriesOf(model.views.get(revision), prefix);
          t.strictSame(model.index.rangeAt(prefix, undefined, 100, revision).versions, wanted);
          if (revision === model.latest) t.strictSame(model.index.range(prefix, undefined, 100).versions, wanted);
        }
      }
    }),
    { numRuns: 60 },
  );
  t.end();
});

t.test('keys are ordered as their UTF-8 bytes are', (t) => {
  const character = fc.constantFrom('a', 'b', '/', '\u00e9', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
  const key = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: character, maxLength: 4 }));
  explore(
    fc.property(fc.string(), key, key, (start, one, other) => {
      const [left, right] = [start + one, start + other];
      const wanted = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      t.equal(Math.sign(compareKeys(left, right)), wanted);
    }),
    { numRuns: 500 },
  );
  t.end();
});
