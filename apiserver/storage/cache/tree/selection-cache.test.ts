import t from 'tap';
import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';

import { EncodedCachedObject, type ObjectShape } from './cached-object.ts';
import { ObjectTree } from './object-tree.ts';
import type { ObjectRun, Requirement } from '../../contract/resource-cache.ts';
import { SelectionCache } from './selection-cache.ts';
import { encodeStored } from '../../format/stored-object.ts';
import { TreeSnapshot } from './tree-snapshot.ts';
import { seedOfRun } from '../../../../fixtures/shared/explore.fixture.ts';

const prefix = '/registry/core/things/';

const shape: ObjectShape = {
  prefix,
  namespaced: false,
  project: ({ metadata: { labels = {} } }) => ({ labels: new Map(Object.entries(labels)), fields: new Map() }),
};

let revision = 1;

function thing(name: string, color: string, bytes = 1000): EncodedCachedObject {
  revision += 1;
  const object = { kind: 'Thing', apiVersion: 'v1', metadata: { name, labels: { color } }, text: 'x'.repeat(bytes) };
  return EncodedCachedObject.of(`${prefix}${name}`, revision, encodeStored(object), shape);
}

function put(tree: ObjectTree, name: string, color: string, bytes?: number): void {
  tree.set(`${prefix}${name}`, thing(name, color, bytes));
}

/** `n1000` and so on; every other one is red. */
function colored(count: number, bytes?: number): ObjectTree {
  const tree = ObjectTree.empty();
  for (let index = 0; index < count; index += 1) put(tree, `n${1000 + index}`, index % 2 === 0 ? 'red' : 'blue', bytes);
  return tree;
}

function is(color: string): readonly Requirement[] {
  return [{ from: 'labels', name: 'color', matches: (value) => value === color, only: color }];
}

function select(snapshot: TreeSnapshot, color: string, text = color): ObjectRun | undefined {
  const steps = snapshot.selected(prefix, is(color), text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const textOf = (run: ObjectRun | undefined): string => Buffer.concat([...(run?.items() ?? [])]).toString();

/** The same without any memory. */
function expected(snapshot: TreeSnapshot, color: string): { readonly names: string[]; readonly text: string } {
  const found: EncodedCachedObject[] = [];
  for (const _ of snapshot.select(prefix, undefined, is(color), (object) => found.push(object) > 0)) continue;
  const items = found.map((object) => {
    const item = Buffer.alloc(object.itemLength);
    object.writeItem(item, 0);
    return item.toString();
  });
  return { names: found.map(({ name }) => name), text: items.join('') };
}

t.test('a selection is remembered from the second time on, with the bytes that its items have (LIST-001)', (t) => {
  const memory = new SelectionCache(new FakeClock());
  const snapshot = new TreeSnapshot(1, colored(1000), memory);
  t.equal(select(snapshot, 'red'), undefined, 'who asks once costs no memory');
  t.equal(memory.bytes, 0);
  const run = select(snapshot, 'red');
  const { names, text } = expected(snapshot, 'red');
  t.equal(textOf(run), text);
  t.equal(run?.length, text.length);
  t.equal(run?.size, 500);
  t.strictSame(
    Array.from(run ?? [], ({ name }) => name),
    names,
  );
  t.equal(run?.last?.name, 'n1998');
  t.ok(memory.bytes >= text.length && memory.bytes < text.length + 10_000, `${memory.bytes} bytes`);
  t.strictSame([memory.hits, memory.misses], [0, 2]);
  const again = select(snapshot.at(7), 'red');
  t.strictSame([...(again?.items() ?? [])], [...(run?.items() ?? [])]);
  t.ok(
    [...(again?.items() ?? [])].every((piece, at) => piece === [...(run?.items() ?? [])][at]),
    'nothing is copied',
  );
  t.strictSame([memory.hits, memory.misses], [1, 2]);
  t.end();
});

t.test('after a change only the groups around it are rebuilt, and older snapshots are unchanged', (t) => {
  const memory = new SelectionCache(new FakeClock());
  const before = new TreeSnapshot(1, colored(1000), memory);
  select(before, 'red');
  const old = select(before, 'red');
  const oldText = textOf(old);
  const changed = before.copy();
  put(changed, 'n1500', 'blue');
  put(changed, 'n1501', 'red');
  changed.delete(`${prefix}n1502`);
  const after = new TreeSnapshot(2, changed, memory);
  const run = select(after, 'red');
  t.equal(textOf(run), expected(after, 'red').text);
  t.equal(run?.size, 499);
  const kept = [...(run?.items() ?? [])].filter((piece) => [...(old?.items() ?? [])].includes(piece));
  t.ok(kept.length >= 2, `${kept.length} pieces are as they were`);
  t.equal(textOf(old), oldText);
  t.equal(textOf(select(before, 'red')), oldText, 'an older view answers for itself');
  t.equal(textOf(select(after, 'red')), expected(after, 'red').text);
  t.end();
});

t.test('after any changes a cached selection equals a fresh one', (t) => {
  const memory = new SelectionCache(new FakeClock());
  let tree = colored(600, 300);
  let seed = seedOfRun();
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  let wrong = 0;
  for (let round = 0; round < 150; round += 1) {
    const snapshot = new TreeSnapshot(round, tree, memory);
    for (const color of ['red', 'blue', 'none']) {
      const run = select(snapshot, color);
      if (run === undefined) continue;
      const { names, text } = expected(snapshot, color);
      if (textOf(run) !== text || run.length !== text.length || run.size !== names.length) wrong += 1;
    }
    tree = snapshot.copy();
    for (let change = random(4); change > 0; change -= 1) {
      const name = `n${1000 + random(700)}`;
      if (random(3) === 0) tree.delete(`${prefix}${name}`);
      else put(tree, name, random(2) === 0 ? 'red' : 'blue', random(2000));
    }
  }
  t.equal(wrong, 0);
  t.end();
});

t.test('a selection of too much is not remembered while it is, and many of them not for ever', async (t) => {
  const clock = new FakeClock();
  const memory = new SelectionCache(clock);
  const end = new AbortController();
  const running = memory.run(end.signal);
  const large = new TreeSnapshot(1, colored(900, 10_000), memory);
  for (let time = 0; time < 4; time += 1) t.equal(select(large, 'red'), undefined);
  t.ok(memory.bytes < 2000, `${memory.bytes} bytes`);
  const small = new TreeSnapshot(1, colored(600, 10_000), memory);
  for (let text = 0; text < 8; text += 1) {
    select(small, 'red', `${text}`);
    select(small, 'red', `${text}`);
  }
  t.ok(memory.bytes > 8 * 2 ** 20 && memory.bytes <= 16 * 2 ** 20, `${memory.bytes} bytes`);
  t.equal(select(small, 'red', '0'), undefined, 'the least recently used one is evicted');
  await clock.advance(60_000);
  t.equal(select(small, 'red'), undefined);
  t.ok(select(small, 'red'), 'a selection that fits again is cached again, however often it was requested meanwhile');
  t.ok(select(small, 'red', '7'));
  await clock.advance(60_000);
  await clock.advance(60_000);
  t.equal(memory.bytes, 0, 'unused selections are evicted, also without any other request');
  end.abort();
  await running;
});

t.test('selections that have nothing are limited too', (t) => {
  const memory = new SelectionCache(new FakeClock());
  const snapshot = new TreeSnapshot(1, colored(100), memory);
  for (let text = 0; text < 20_000; text += 1) {
    select(snapshot, 'none', `${text}`);
    select(snapshot, 'none', `${text}`);
  }
  t.ok(memory.bytes <= 16 * 2 ** 20, `${memory.bytes} bytes`);
  t.ok(select(snapshot, 'none', '19999'));
  t.equal(select(snapshot, 'none', '0'), undefined);
  t.end();
});

t.test('selectors without end are not even noted, nor those that many others followed', (t) => {
  const memory = new SelectionCache(new FakeClock());
  const snapshot = new TreeSnapshot(1, colored(10), memory);
  const long = 'x'.repeat(1001);
  for (let time = 0; time < 3; time += 1) t.equal(select(snapshot, 'red', long), undefined);
  select(snapshot, 'red');
  for (let other = 0; other < 64; other += 1) select(snapshot, 'red', `other ${other}`);
  t.equal(select(snapshot, 'red'), undefined);
  t.ok(select(snapshot, 'red'));
  t.end();
});
