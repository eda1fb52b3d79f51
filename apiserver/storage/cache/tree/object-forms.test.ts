import t from 'tap';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { systemClock } from '../../../../shared/process/time/system-clock.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { CachedResource } from '../cached-resource.ts';
import type { ObjectShape } from './cached-object.ts';
import { defaultHistoryLimits } from '../event-history.ts';
import { FormMemory } from './object-forms.ts';
import type { FormMaker } from '../../contract/resource-cache.ts';
import { SelectionCache } from './selection-cache.ts';
import { encodeStored } from '../../format/stored-object.ts';

const mebibyte = 1024 * 1024;

interface Made extends FormMaker {
  /** How often a form was made. */
  count: number;
}

/** Forms of so many bytes. */
function maker(bytes: number, name: FormMaker['name'] = 'protobuf'): Made {
  const made: Made = {
    name,
    count: 0,
    make: (object) => {
      made.count += 1;
      return `${object.revision}`.padEnd(bytes, 'x');
    },
    atRevision: (text, revision) => `${revision}${text.slice(String(revision).length)}`,
  };
  return made;
}

function caches() {
  let time = 0;
  const clock = { ...systemClock, monotonic: () => time };
  const forms = new FormMemory(clock);
  const cacheOf = (prefix: string): CachedResource => {
    const shape: ObjectShape = { prefix, namespaced: false, project: () => ({ labels: new Map(), fields: new Map() }) };
    let revision = 0;
    const progress = {
      settle: () => {},
      revision: () => revision,
      reached: async () => true,
      soon: (ready: Promise<void>) => ready,
      consistent: () => {},
      now: () => time,
      selections: new SelectionCache(clock),
      forms,
      onUnreadable: () => {},
      onDefect: (error: unknown) => silentLog.error('defect', { error }),
    };
    const cache = new CachedResource(shape, progress, defaultHistoryLimits);
    cache.load([], 1);
    revision = 1;
    return Object.assign(cache, {
      put(name: string, bytes = 10) {
        revision += 1;
        const object = {
          kind: 'K',
          apiVersion: 'v1',
          metadata: { name },
          data: 'x'.repeat(bytes),
        } as unknown as ApiObject;
        cache.publish(
          cache.apply([{ key: `${prefix}${name}`, revision, value: encodeStored(object), previous: undefined }]),
        );
      },
      remove(name: string) {
        revision += 1;
        const events = cache.apply([{ key: `${prefix}${name}`, revision, value: undefined, previous: undefined }]);
        const removed = events[0]?.removed;
        return { removed, publish: () => cache.publish(events) };
      },
    });
  };
  return { forms, cacheOf, wait: (milliseconds: number) => (time += milliseconds) };
}

type Filled = CachedResource & {
  put(name: string, bytes?: number): void;
  remove(name: string): { readonly removed: unknown; readonly publish: () => void };
};

t.test('a form is made once for each version of an object, and dropped with it', async (t) => {
  const { forms, cacheOf } = caches();
  const cache = cacheOf('/registry/ks/') as Filled;
  const form = maker(100);
  cache.put('a');
  const get = () => cache.current().get('/registry/ks/a');
  const first = get();
  t.equal(first?.form(form), get()?.form(form));
  t.equal(form.count, 1);
  t.ok(forms.bytes >= 100 && forms.bytes < 300, `${forms.bytes} bytes are counted`);
  cache.put('a');
  t.equal(forms.bytes, 0, 'the older version keeps nothing');
  t.match(first?.form(form), /^2x/, 'who still reads the older version gets its form');
  t.equal(form.count, 2);
  t.equal(forms.bytes, 0);
  t.match(get()?.form(form), /^3x/);
  t.equal(form.count, 3);
  t.strictSame(forms.counts, { hits: 1, made: 2, refused: 0 });
  cache.load([], 9);
  t.equal(forms.bytes, 0, 'a cache that is loaded anew keeps nothing of before');
});

t.test('the last state of a removed object has the form of before with another version', async (t) => {
  const { forms, cacheOf } = caches();
  const cache = cacheOf('/registry/ks/') as Filled;
  const form = maker(100);
  cache.put('a');
  cache.current().get('/registry/ks/a')?.form(form);
  const gone = cache.remove('a');
  t.match((gone.removed as { form(maker: FormMaker): string }).form(form), /^3x/);
  t.equal(form.count, 1, 'nothing was made anew');
  gone.publish();
  t.equal(forms.bytes, 0);
});

t.test('a form that holds another one takes its place', async (t) => {
  const { forms, cacheOf } = caches();
  const cache = cacheOf('/registry/ks/') as Filled;
  cache.put('a');
  const object = cache.current().get('/registry/ks/a');
  object?.form(maker(1000, 'protobufMetadata'));
  object?.form({ ...maker(100), holds: 'protobufMetadata' });
  t.equal(object?.knownForm('protobufMetadata'), undefined);
  t.ok(forms.bytes < 300, `${forms.bytes}`);
});

t.test('above the limit forms are made for each request; forms unused for a minute are evicted', async (t) => {
  const { forms, cacheOf, wait } = caches();
  const old = cacheOf('/registry/olds/') as Filled;
  const young = cacheOf('/registry/youngs/') as Filled;
  const form = maker(mebibyte);
  t.equal(forms.limit, 32 * mebibyte);
  for (let index = 0; index < 30; index += 1) {
    old.put(`a${index}`);
    old.current().get(`/registry/olds/a${index}`)?.form(form);
  }
  young.put('a');
  young.put('b');
  const ask = (name: string) => young.current().get(`/registry/youngs/${name}`)?.form(form);
  ask('a');
  const before = form.count;
  ask('b');
  ask('b');
  t.equal(form.count, before + 2, 'it is not kept');
  t.ok(forms.bytes <= forms.limit);
  t.equal(forms.counts.refused, 2);
  wait(61_000);
  ask('b');
  t.equal(forms.counts.refused, 3, 'both resources were asked for in the time before');
  ask('a');
  wait(61_000);
  ask('b');
  ask('b');
  t.equal(forms.counts.refused, 3, 'it replaces an unused form');
  t.ok(forms.bytes < 3 * mebibyte, `${forms.bytes}`);
  t.equal(old.current().get('/registry/olds/a0')?.knownForm('protobuf'), undefined);
});

t.test('the limit grows with the stored bytes', async (t) => {
  const { forms, cacheOf } = caches();
  const cache = cacheOf('/registry/ks/') as Filled;
  cache.put('a', 100 * mebibyte);
  t.ok(Math.abs(forms.limit - 60 * mebibyte) < 1000, `${forms.limit}`);
  cache.remove('a').publish();
  t.equal(forms.limit, 32 * mebibyte);
});

t.test('an object in another version is kept with it, within the limit', async (t) => {
  const { forms, cacheOf } = caches();
  const cache = cacheOf('/registry/ks/') as Filled;
  cache.put('a');
  const object = cache.current().get('/registry/ks/a');
  if (object === undefined) throw new Error('nothing was stored');
  const [version, other] = [{}, {}];
  const inVersion = (bytes: number) =>
    encodeStored({ kind: 'K', apiVersion: 'v2', metadata: { name: 'a' }, more: 'x'.repeat(bytes) });
  t.equal(object.inVersion(version), undefined);
  const kept = object.keepVersion(version, inVersion(10));
  t.match(JSON.parse(kept.text), { apiVersion: 'v2', metadata: { name: 'a', resourceVersion: '2' } });
  t.equal(object.inVersion(version), kept);
  t.equal(object.keepVersion(version, inVersion(10)), kept, 'the first one');
  t.equal(object.inVersion(other), undefined);
  t.ok(forms.bytes >= kept.size, `${forms.bytes}`);
  t.equal(object.keepVersion(other, inVersion(forms.limit)).apiVersion, 'v2');
  t.equal(object.inVersion(other), undefined, 'it is too large');
  t.equal(object.inVersion(version), kept);
});
