import t from 'tap';

import { expired, forbidden, internalError, tooLargeResourceVersion } from '../../object/errors.ts';
import type { ApiObject } from '../../object/api-object.ts';
import type { Input, WatcherEvent, WatchState } from './watch-state.ts';
import { initialState, step } from './watch-state.ts';

type Pod = ApiObject;

const pod = (name: string, resourceVersion: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, resourceVersion },
});

const page = (resourceVersion: string, names: readonly string[], token?: string): Input<Pod> => ({
  type: 'page',
  list: {
    apiVersion: 'v1',
    kind: 'PodList',
    metadata: { resourceVersion, ...(token === undefined ? {} : { continue: token }) },
    items: names.map((name) => pod(name, resourceVersion)),
  },
});

const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, version: string): Input<Pod> => ({
  type: 'event',
  event: { type, object: pod(name, version) },
});

const failed = (error: unknown, lasted = 0): Input<Pod> => ({ type: 'failed', error, lasted });

function run(...inputs: readonly Input<Pod>[]): {
  readonly state: WatchState<Pod>;
  readonly emitted: WatcherEvent<Pod>[];
} {
  let state = initialState<Pod>();
  const emitted: WatcherEvent<Pod>[] = [];
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    if (next.emit !== undefined) emitted.push(next.emit);
  }
  return { state, emitted };
}

t.test('it begins with a paged list at any version', (t) => {
  t.match(initialState(), { action: { do: 'list', resourceVersion: '0', paged: true }, pause: false });
  t.end();
});

t.test('pages are emitted as one list, and the watch continues from the version of the last page', (t) => {
  const half = run(page('7', ['a'], 'more'));
  t.strictSame(half.emitted, []);
  t.match(half.state.action, { do: 'list', continue: 'more', resourceVersion: '' });
  const { state, emitted } = run(page('7', ['a'], 'more'), page('7', ['b']));
  t.match(emitted, [
    { type: 'synced', resourceVersion: '7', objects: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] },
  ]);
  t.match(state, { action: { do: 'watch', resourceVersion: '7' }, pause: false, gathered: [] });
  t.end();
});

t.test('events are emitted and move the version, bookmarks only move it', (t) => {
  const bookmark: Input<Pod> = {
    type: 'event',
    event: { type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '50' } } },
  };
  const { state, emitted } = run(
    page('7', []),
    event('ADDED', 'a', '8'),
    event('MODIFIED', 'a', '9'),
    event('DELETED', 'a', '10'),
    bookmark,
  );
  t.strictSame(
    emitted.map(({ type }) => type),
    ['synced', 'added', 'modified', 'deleted'],
  );
  t.match(state.action, { do: 'watch', resourceVersion: '50' });
  t.end();
});

t.test('a watch that ends is resumed where it was: at once when it lasted, after a pause when it did not', (t) => {
  t.match(run(page('7', []), { type: 'ended', lasted: 300_000 }).state, {
    action: { do: 'watch', resourceVersion: '7' },
    pause: false,
  });
  t.match(run(page('7', []), { type: 'ended', lasted: 5 }).state, {
    action: { do: 'watch' },
    pause: true,
    failures: 1,
  });
  t.end();
});

t.test('a broken connection or a failing server resumes the watch after a pause', (t) => {
  for (const error of [new Error('socket'), internalError('x')]) {
    const { state, emitted } = run(page('7', []), event('ADDED', 'a', '8'), failed(error), failed(error));
    t.match(state, { action: { do: 'watch', resourceVersion: '8' }, pause: true, failures: 2 });
    t.match(emitted.at(-1), { type: 'failed', error });
  }
  t.end();
});

t.test('an expired or impossible version leads to a list at the present', (t) => {
  for (const error of [expired('too old'), tooLargeResourceVersion(9, 5)]) {
    t.match(run(page('7', []), failed(error)).state, {
      action: { do: 'list', resourceVersion: '', paged: true },
      pause: true,
    });
    t.match(run(failed(error)).state.action, { do: 'list', resourceVersion: '' });
  }
  t.end();
});

t.test('an expired page token leads to a list in one piece, and forgets the pages before', (t) => {
  const { state } = run(page('7', ['a'], 'more'), failed(expired('token')));
  t.match(state, { action: { do: 'list', resourceVersion: '', paged: false }, gathered: [] });
  t.equal(state.action.do === 'list' && state.action.continue, undefined);
  t.end();
});

t.test(
  'a refused watch leads to a list not older than what was seen, and pauses grow though the list succeeds',
  (t) => {
    const refused = failed(forbidden({ group: '', resource: 'pods' }, '', 'no'));
    const { state } = run(page('7', []), refused, page('8', []), refused, page('9', []));
    t.match(run(page('7', []), refused).state.action, { do: 'list', resourceVersion: '7' });
    t.match(state, { action: { do: 'watch', resourceVersion: '9' }, failures: 2, pause: true });
    t.match(step(state, event('ADDED', 'a', '10')).state, { failures: 0, pause: false });
    t.end();
  },
);
