// Mutants that are correct for a single client: they answer with an older state, overwrite changes that they did not
// see, and report changes in another order. And mutants that are correct for most inputs.

import {
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingEvent,
  type PassingRequest,
  type PassingResponse,
  withJson,
} from '../contract/mutant.ts';

/** Returns a function that is true for every `count`-th call. */
function every(count: number): () => boolean {
  let calls = 0;
  return () => (calls += 1) % count === 0;
}

/** A mutant that answers some reads of these paths with the response to the previous read. */
function late(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  isRead: (request: PassingRequest) => boolean,
): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => {
      const isLate = every(7);
      const before = new Map<string, PassingResponse>();
      return {
        answer: (answer, request) => {
          if (request.method !== 'GET' || answer.status !== 200 || !isRead(request)) return answer;
          const key = `${request.path}?${request.query.toString()}`;
          const last = before.get(key);
          before.set(key, answer);
          return last !== undefined && isLate() ? last : answer;
        },
      };
    },
  };
}

const ofReads: readonly Mutant[] = [
  late(
    'reads-what-was',
    'A read shows the newest state.',
    ['reads-and-writes-have-an-order', 'writes-outlive-crashes'],
    ({ path }) => /\/configmaps\/[^/]+$/.test(path),
  ),
  late(
    'lists-what-was',
    'A list shows the newest state.',
    ['reads-and-writes-have-an-order', 'any-chunks'],
    ({ path }) => path.endsWith('/configmaps'),
  ),
  {
    id: 'writes-over-others',
    breaks: 'A guarded write is made over the version that it names.',
    noticedBy: ['reads-and-writes-have-an-order'],
    start: () => {
      const isBlind = every(5);
      return {
        request: (request) =>
          request.method === 'PUT' && isBlind()
            ? withJson(request, (body) => {
                const { resourceVersion: _version, ...metadata } = metadataOf(body);
                return { ...body, metadata };
              })
            : request,
      };
    },
  },
  {
    id: 'refuses-what-it-wrote',
    breaks: 'A write that is answered with a conflict was not made.',
    noticedBy: ['reads-and-writes-have-an-order'],
    start: () => {
      const isLost = every(9);
      return {
        answer: (answer, { method }) =>
          method === 'PUT' && answer.status === 200 && isLost() ? { ...answer, status: 409 } : answer,
      };
    },
  },
];

/** A mutant that changes the events of watches. */
function watching(id: string, breaks: string, change: () => (event: PassingEvent) => readonly PassingEvent[]): Mutant {
  return { id, breaks, noticedBy: ['watches-tell-one-story'], start: () => ({ events: change }) };
}

const ofWatches: readonly Mutant[] = [
  watching('swaps-events', 'Events come in the order of the changes.', () => {
    const isHeld = every(11);
    let held: readonly PassingEvent[] = [];
    return (event) => {
      if (isHeld()) {
        held = [event];
        return [];
      }
      const told = [event, ...held];
      held = [];
      return told;
    };
  }),
  watching('tells-some-twice', 'Each change is reported once.', () => {
    const isTwice = every(13);
    return (event) => (isTwice() ? [event, event] : [event]);
  }),
  watching('misses-some', 'Each change is reported.', () => {
    const isMissed = every(17);
    return (event) => (isMissed() ? [] : [event]);
  }),
  watching('removals-are-changes', 'A removal is reported as DELETED.', () => (event) => [
    event.type === 'DELETED' ? { ...event, type: 'MODIFIED' } : event,
  ]),
  {
    id: 'skips-when-resumed',
    breaks: 'A watch that goes on begins with the next change.',
    noticedBy: ['watches-tell-one-story', 'resume'],
    start: () => {
      let watches = 0;
      return {
        events: () => {
          const skips = (watches += 1) > 1;
          let count = 0;
          return (event) => ((count += 1) === 1 && skips ? [] : [event]);
        },
      };
    },
  },
];

const bodyOf = (request: PassingRequest): string => Buffer.from(request.body).toString();
const isPatch = (request: PassingRequest, type: string): boolean =>
  request.method === 'PATCH' && headerOf(request, 'content-type').includes(type);

const ofInputs: readonly Mutant[] = [
  overlooking('not-in-needs-the-key', 'A key that is missing is not in any set.', ['any-selector'], (request) => {
    const selector = request.query.get('labelSelector');
    if (selector === null || !selector.includes(' notin ')) return request;
    const query = new URLSearchParams(request.query);
    query.set('labelSelector', selector.replace(/(^|,)([^,(]+) notin /g, '$1$2,$2 notin '));
    return { ...request, query };
  }),
  overlooking('empty-values-are-none', 'An empty value is a value.', ['any-selector'], (request) => {
    const query = new URLSearchParams(request.query);
    const selector = query.get('labelSelector');
    if (selector === null) return request;
    query.set('labelSelector', selector.replace(/(^|,)([^,(!=]+)==?(?=,|$)/g, '$1!$2'));
    return { ...request, query };
  }),
  {
    id: 'merges-maps-of-one-only',
    breaks: 'A merge patch changes every map that it names.',
    noticedBy: ['any-merge-patch'],
    start: () => ({
      request: (request) =>
        isPatch(request, 'merge-patch')
          ? withJson(request, (body) => {
              const metadata = metadataOf(body);
              const { labels, ...others } = metadata;
              return labels !== undefined && metadata['annotations'] !== undefined
                ? { ...body, metadata: others }
                : body;
            })
          : request,
    }),
  },
  {
    id: 'moves-are-copies',
    breaks: 'A move takes away what it moves.',
    noticedBy: ['any-json-patch'],
    start: () => ({
      request: (request) =>
        isPatch(request, 'json-patch')
          ? { ...request, body: Buffer.from(bodyOf(request).replaceAll('"op":"move"', '"op":"copy"')) }
          : request,
    }),
  },
  {
    id: 'tests-only-first',
    breaks: 'A test counts wherever it stands.',
    noticedBy: ['any-json-patch'],
    start: () => ({
      request: (request) => {
        if (!isPatch(request, 'json-patch')) return request;
        const operations = JSON.parse(bodyOf(request)) as Json[];
        const kept = operations.filter(({ op }, index) => op !== 'test' || index === 0);
        return { ...request, body: Buffer.from(JSON.stringify(kept)) };
      },
    }),
  },
  {
    id: 'chunks-lose-an-item',
    breaks: 'Chunks have every item.',
    noticedBy: ['any-chunks'],
    start: () => ({
      answer: (answer, request) =>
        request.query.get('limit') === '5' && request.query.has('continue')
          ? withJson(answer, (list) => ({ ...list, items: ((list['items'] ?? []) as Json[]).slice(1) }))
          : answer,
    }),
  },
];

/** Every mutant of this file. */
export const raceMutants: readonly Mutant[] = [...ofReads, ...ofWatches, ...ofInputs];
