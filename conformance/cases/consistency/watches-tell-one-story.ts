import { choices } from '../../consistency/random.ts';
import { type Chapter, chapterOf, expectSameStory, selected, stateAfter } from '../../consistency/story.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { continueOf, versionOf } from '../../wire/expect/list.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { WatchStream } from '../../wire/exchange/watch.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';

const writers = 5;
const roundsEach = 40;
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const stock = { labelSelector: 'stock=yes' };

/** Lists during the writes, and the changes before each of them. */
const lists = 10;
const changesBetween = 12;

/** A successful write. The answer to a delete tells no version, but which object it was. */
interface Write {
  readonly began: number;
  readonly ended: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly name: string;
  readonly version?: string;
  readonly uid?: string;
}

export default {
  id: 'watches-tell-one-story',
  title:
    'Watches MUST report each write once and in the order of the writes, also late, resumed and selecting watches.',
  requirements: [
    'LIST-001',
    'LIST-013',
    'WATCH-012',
    'WATCH-013',
    'WATCH-020',
    'WATCH-023',
    'WATCH-026',
    'WATCH-027',
    'WATCH-049',
  ],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection, { query: stock }));
    const open = async (query: Readonly<Record<string, string>>) => {
      const stream = await c.wire.watch(maps.collection, { ...stock, ...query });
      expectOpen(stream);
      return stream;
    };
    const [first, chosen] = [
      await open({ resourceVersion: start }),
      await open({ resourceVersion: start, labelSelector: 'stock=yes,chosen=yes' }),
    ];
    const resumed = resuming(c, maps, start);
    const writing = Promise.all(Array.from({ length: writers }, (_, lane) => write(c, maps, lane)));
    // Both are awaited later. A failure before that must not end the process.
    for (const later of [resumed, writing]) later.catch(() => {});
    // While writes go on, there are a streaming list, and lists, each with a watch from its version.
    await first.changes(changesBetween);
    const streaming = await c.wire.watch(maps.collection, {
      ...stock,
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    const late: (Listed & { readonly stream: WatchStream })[] = [];
    for (let count = 0; count < lists; count += 1) {
      await first.changes(changesBetween);
      const list = await (count % 2 === 0 ? listed(c, maps, {}) : listed(c, maps, { limit: '2' }));
      late.push({ ...list, stream: await open({ resourceVersion: list.version }) });
    }
    const writes = (await writing).flat();
    await createObject(c, maps.collection, configMap('end', {}, { labels: { stock: 'yes', chosen: 'yes' } }));
    await untilEnd(first);
    const whole = storyOf(first);
    const what = (which: string) => `the ${which} watch (--seed ${c.seed})`;
    await c.holds('WATCH-013', async () => {
      isThatOf(writes, whole);
      await untilEnd(chosen);
      expectSameStory(what('selecting'), storyOf(chosen), selected(whole));
    });
    await c.holds(['WATCH-012', 'WATCH-020', 'WATCH-049'], async () =>
      expectSameStory(what('resumed'), await resumed, whole),
    );
    await c.holds(['LIST-001', 'LIST-013'], async () => {
      for (const { items, stream } of late) {
        await untilEnd(stream);
        const later = storyOf(stream);
        const before = whole.slice(0, whole.length - later.length);
        expectSameStory(what('late'), later, whole.slice(before.length));
        expectEqual(`list before the late watch (--seed ${c.seed})`, items, sorted(stateAfter(before)));
      }
    });
    const markOf = () => streaming.seen.findIndex(({ type }) => type === 'BOOKMARK');
    const isMarked = await c.holds('WATCH-027', async () => {
      expectOpen(streaming);
      await untilEnd(streaming);
      expectThat('bookmark after the initial events', markOf() >= 0, 'one', streaming.seen.length);
    });
    if (!isMarked) return;
    const initial = streaming.seen.slice(0, markOf()).map((event) => chapterOf(event, 'chosen'));
    const later = storyOf(streaming, markOf());
    await c.holds('WATCH-026', async () => {
      beginsEach(initial);
      const before = whole.slice(0, whole.length - later.length);
      expectSameStory(what('streaming'), later, whole.slice(before.length));
      expectEqual('initial events', sorted(stateAfter(initial)), sorted(stateAfter(before)));
    });
    // The bookmark's version is exact: a watch from it repeats no earlier change and misses no later one.
    await c.holds(['WATCH-012', 'WATCH-023'], async () => {
      const version = textAt(streaming.seen[markOf()]?.object, 'metadata.resourceVersion');
      const again = await open({ resourceVersion: version });
      await untilEnd(again);
      expectSameStory(what("bookmark's"), storyOf(again), later);
    });
  },
} satisfies Case;

function sorted(state: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  return [...state].sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Listed {
  readonly version: string;
  readonly items: readonly (readonly string[])[];
}

/** Reads a list to its end, in pages if `paging` says so. */
async function listed(c: CaseContext, maps: ResourcePaths, paging: Readonly<Record<string, string>>): Promise<Listed> {
  const items: (readonly string[])[] = [];
  let version: string | undefined;
  for (let token = ''; version === undefined || token !== ''; ) {
    const page = await c.wire.get(maps.collection, {
      query: { ...stock, ...paging, ...(token !== '' && { continue: token }) },
    });
    expectOk(page);
    version ??= versionOf(page);
    for (const item of listAt(page.json(), 'items'))
      items.push([textAt(item, 'metadata.name'), textAt(item, 'metadata.resourceVersion')]);
    token = continueOf(page);
  }
  return { version, items };
}

/** Fails unless each object comes first as ADDED, and no version of it twice. */
function beginsEach(initial: readonly Chapter[]): void {
  const told = new Set<string>();
  for (const { type, name, version } of initial) {
    if (!told.has(name)) expectEqual(`first event of ${name}`, type, 'ADDED');
    expectEqual(`whether ${name} at ${version} came before`, told.has(`${name} ${version}`), false);
    told.add(name).add(`${name} ${version}`);
  }
}

/** Fails unless the events of each object are ADDED, any number of MODIFIED, DELETED, and then ADDED again. */
function livesInTurn(story: readonly Chapter[]): void {
  const alive = new Map<string, string>();
  for (const { type, name, uid, version } of story) {
    const before = alive.get(name);
    expectEqual(`object before ${type} of ${name} at ${version}`, before, type === 'ADDED' ? undefined : uid);
    if (type === 'DELETED') alive.delete(name);
    else alive.set(name, uid);
  }
}

async function untilEnd(stream: WatchStream): Promise<void> {
  while (!stream.seen.some(({ object }) => textAt(object, 'metadata.name') === 'end')) await stream.next();
}

function storyOf(stream: WatchStream, from = 0): readonly Chapter[] {
  const events = stream.seen.slice(from).filter(({ type }) => type !== 'BOOKMARK');
  return events.map((event) => chapterOf(event, 'chosen'));
}

/** One client: creates, patches and deletes at random. Returns the writes that it made. */
async function write(c: CaseContext, maps: ResourcePaths, lane: number): Promise<readonly Write[]> {
  const choose = choices(c.seed, lane);
  const done: Write[] = [];
  for (let round = 0; round < roundsEach; round += 1) {
    const name = names[choose(names.length)] ?? '';
    const labels = { stock: 'yes', chosen: choose(2) === 0 ? 'yes' : 'no' };
    const data = { n: `${lane}-${round}` };
    const kind = choose(4);
    const began = c.clock.monotonic();
    const add = (write: Omit<Write, 'began' | 'ended' | 'name'>) =>
      done.push({ began, ended: c.clock.monotonic(), name, ...write });
    if (kind === 0) {
      const removed = await c.wire.delete(maps.item(name));
      if (removed.status !== 404) {
        expectDeleted(removed);
        add({ type: 'DELETED', uid: textAt(removed.json(), 'details.uid') });
      }
      continue;
    }
    const patched = await c.wire.patch(maps.item(name), 'merge', { metadata: { labels }, data });
    if (patched.status !== 404) {
      expectOk(patched);
      add({ type: 'MODIFIED', version: versionOf(patched) });
      continue;
    }
    const created = await c.wire.post(maps.collection, configMap(name, data, { labels }));
    expectStatus(created, 200, 201, 409);
    if (created.status === 409) continue;
    expectCreated(created);
    add({ type: 'ADDED', version: versionOf(created) });
  }
  return done;
}

/** Returns the events of a watch that is closed after every few events and resumed from the last one. */
async function resuming(c: CaseContext, maps: ResourcePaths, start: string): Promise<readonly Chapter[]> {
  const told: Chapter[] = [];
  for (let version = start; told.at(-1)?.name !== 'end'; version = told.at(-1)?.version ?? version) {
    const stream = await c.wire.watch(maps.collection, { ...stock, resourceVersion: version });
    expectOpen(stream);
    for (let count = 0; count < 7 && told.at(-1)?.name !== 'end'; count += 1) {
      told.push(chapterOf(await stream.nextChange(), 'chosen'));
    }
    stream.close();
  }
  return told;
}

/**
 * Fails unless the story has each write once and nothing else. A write must come after all writes that ended before it
 * began.
 */
function isThatOf(writes: readonly Write[], story: readonly Chapter[]): void {
  livesInTurn(story.filter(({ name }) => name !== 'end'));
  const places = new Map(story.map(({ version }, index) => [version, index]));
  expectEqual('versions that are reported', places.size, story.length);
  for (const [index, { type, uid }] of story.entries()) if (type === 'DELETED') places.set(uid, index);
  for (const type of ['ADDED', 'MODIFIED', 'DELETED']) {
    for (const name of names) {
      const count = (list: readonly { type: string; name: string }[]) =>
        list.filter((each) => each.type === type && each.name === name).length;
      expectEqual(`${type} events of ${name}`, count(story), count(writes));
    }
  }
  const placed = writes.flatMap((each) => {
    const place = places.get(each.version ?? each.uid ?? '');
    if (place !== undefined)
      expectEqual('event of the write', [story[place]?.type, story[place]?.name], [each.type, each.name]);
    expectThat(`event of ${each.type} ${each.name}`, place !== undefined, each.version ?? each.uid ?? 'one', 'none');
    return place === undefined ? [] : [{ ...each, place }];
  });
  const byBegin = placed.toSorted((one, other) => one.began - other.began);
  const byEnd = placed.toSorted((one, other) => one.ended - other.ended);
  let latest = -1;
  let index = 0;
  for (const later of byBegin) {
    for (; (byEnd[index]?.ended ?? Infinity) < later.began; index += 1)
      latest = Math.max(latest, byEnd[index]?.place ?? -1);
    expectThat(`place of ${later.type} ${later.name}`, later.place > latest, `after ${latest}`, later.place);
  }
}
