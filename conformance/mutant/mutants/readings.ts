// Mutants that misread requests.

import {
  asSuccess,
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withMetadata,
  withoutHeader,
  withoutQuery,
} from '../contract/mutant.ts';

/** A mutant that refuses valid requests. */
function refusing(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  status: number,
  isRefused: (request: PassingRequest) => boolean,
): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({ answer: (answer, request) => (isRefused(request) ? { ...answer, status } : answer) }),
  };
}

const hasQuery = (request: PassingRequest, name: string, value: string): boolean => request.query.get(name) === value;

function withQuery(request: PassingRequest, values: Readonly<Record<string, string>>): PassingRequest {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(values)) query.set(name, value);
  return { ...request, query };
}

const ofNames: readonly Mutant[] = [
  overlooking('generates-one-name', 'Each generated name is another.', ['generated-names'], (request) =>
    request.method === 'POST'
      ? withJson(request, (body) => {
          const { generateName: prefix, ...metadata } = metadataOf(body);
          return typeof prefix === 'string' ? { ...body, metadata: { name: `${prefix}x`, ...metadata } } : body;
        })
      : request,
  ),
  overlooking(
    'names-are-always-generated',
    'A name wins over generateName.',
    ['name-wins-over-generate-name'],
    (request) =>
      withJson(request, (body) => {
        const { name: _name, ...metadata } = metadataOf(body);
        return metadata['generateName'] === undefined ? body : { ...body, metadata };
      }),
  ),
  {
    id: 'believes-system-fields',
    breaks: 'The service itself gives ids and times.',
    noticedBy: ['create-answers-with-object', 'system-fields-are-not-the-clients'],
    start: () => ({
      answer: (answer, request) =>
        request.method === 'POST' && answer.status < 300 ? { ...answer, body: request.body } : answer,
    }),
  },
];

const ofDeletions: readonly Mutant[] = [
  overlooking(
    'deletes-with-the-last-finalizer',
    'A live object outlives its finalizers.',
    ['finalizers-of-live-object'],
    (request) =>
      request.method === 'PATCH' && Buffer.from(request.body).includes('"finalizers":[]')
        ? {
            ...request,
            method: 'DELETE',
            body: Buffer.alloc(0),
            headers: withoutHeader(request, 'content-type').headers,
          }
        : request,
  ),
  overlooking(
    'forgets-what-to-delete',
    'Selectors limit what the delete of a collection removes.',
    ['delete-collection'],
    (request) => (request.method === 'DELETE' ? withoutQuery(request, 'labelSelector') : request),
  ),
  refusing(
    'deletes-without-options-only',
    'Options may come with a delete.',
    ['delete-collection', 'delete-with-options', 'orphan'],
    415,
    (request) => request.method === 'DELETE' && request.body.length > 0,
  ),
  overlooking('evicts-nobody', 'An eviction acts on its pod.', ['eviction-is-an-operation'], (request) =>
    request.path.endsWith('/eviction') ? withQuery(request, { dryRun: 'All' }) : request,
  ),
  {
    id: 'contents-outlive-namespaces',
    breaks: 'Namespace deletion deletes its content.',
    noticedBy: ['deletion-empties-namespace'],
    start: () => ({
      answer: (answer, request) =>
        answer.status === 404 && /\/namespaces\/[^/]+\/configmaps\//.test(request.path) ? asSuccess(answer) : answer,
    }),
  },
];

const ofDryRuns: readonly Mutant[] = [
  overlooking(
    'any-dry-run-is-dry',
    'A dry run without a value is what the profile says.',
    ['dry-run-empty-value'],
    (request) => (hasQuery(request, 'dryRun', '') ? withQuery(request, { dryRun: 'All' }) : request),
  ),
  {
    id: 'dry-runs-go-well',
    breaks: 'A dry run is refused like the real request.',
    noticedBy: ['dry-run-asks-admission', 'dry-run-validates', 'standing-namespaces'],
    start: () => ({
      answer: (answer, request) => (hasQuery(request, 'dryRun', 'All') ? asSuccess(answer) : answer),
    }),
  },
];

const ofTypes: readonly Mutant[] = [
  overlooking('minds-the-first-type', 'Accept may name several types.', ['fallback'], (request) => {
    const [first = ''] = headerOf(request, 'accept').split(',');
    return first === '' ? request : { ...request, headers: { ...request.headers, accept: first } };
  }),
  overlooking('prefers-yaml', 'A client that accepts any type gets JSON.', ['json-by-default'], (request) =>
    ['', '*/*', 'application/*'].includes(headerOf(request, 'accept'))
      ? { ...request, headers: { ...request.headers, accept: 'application/yaml' } }
      : request,
  ),
  overlooking('never-compresses', 'A large list is compressed.', ['gzip-by-default'], (request) =>
    withoutHeader(request, 'accept-encoding'),
  ),
  overlooking('never-revalidates', 'An unchanged document is not sent again.', ['revalidation'], (request) =>
    withoutHeader(request, 'if-none-match'),
  ),
  refusing(
    'cbor-of-built-in-kinds-alone',
    'CBOR is for every kind.',
    ['cbor-of-every-kind'],
    406,
    ({ path, headers }) =>
      path.startsWith('/apis/conformance.example/') && String(headers['accept'] ?? '').includes('cbor'),
  ),
  refusing(
    'takes-no-cbor-of-defined-kinds',
    'Bodies of defined kinds may be CBOR.',
    ['cbor-of-every-kind'],
    415,
    ({ path, headers }) =>
      path.startsWith('/apis/conformance.example/') && String(headers['content-type'] ?? '').includes('cbor'),
  ),
  refusing('takes-no-yaml', 'A body may be YAML.', ['yaml-body'], 415, (request) =>
    headerOf(request, 'content-type').includes('yaml'),
  ),
];

const ofSizes: readonly Mutant[] = [
  {
    id: 'takes-any-size',
    breaks: 'A body far too large is refused.',
    noticedBy: ['body-too-large', 'too-many-operations'],
    start: () => ({ answer: (answer) => (answer.status === 413 ? asSuccess(answer) : answer) }),
  },
  refusing(
    'takes-small-bodies',
    'A body of some hundred kilobytes is taken.',
    ['bodies-over-http2', 'gzip-by-default'],
    413,
    (request) => request.body.length > 100_000,
  ),
  refusing(
    'reads-bodies-of-reads',
    'A read ignores its body.',
    ['get-ignores-a-body'],
    400,
    (request) => request.method === 'GET' && request.body.length > 0,
  ),
];

const ofWatches: readonly Mutant[] = [
  overlooking('watches-at-any-value', 'A false value of watch makes a list.', ['watch-false-is-a-list'], (request) =>
    ['false', '0'].includes(request.query.get('watch') ?? '')
      ? withQuery(request, { watch: '1', timeoutSeconds: '1' })
      : request,
  ),
  overlooking(
    'knows-one-word-for-watch',
    'The value true of watch is as good as 1.',
    ['watch-true-is-a-watch'],
    (request) => (hasQuery(request, 'watch', 'true') ? withoutQuery(request, 'watch') : request),
  ),
  overlooking(
    'watches-everywhere',
    'A watch on a namespace reports only that namespace.',
    ['one-namespace'],
    (request) =>
      request.query.has('watch')
        ? { ...request, path: request.path.replace(/\/namespaces\/[^/]+\/(\w+)$/, '/$1') }
        : request,
  ),
  {
    id: 'watches-one-namespace',
    breaks: 'A watch without a namespace reports all namespaces.',
    noticedBy: ['all-namespaces'],
    start: () => ({
      events: () => {
        let first: unknown;
        return (event) => {
          const { namespace } = metadataOf(event.object);
          return (first ??= namespace) === namespace ? [event] : [];
        };
      },
    }),
  },
  overlooking(
    'always-sends-what-is',
    'A watch may start without existing objects.',
    ['no-initial-events'],
    (request) =>
      hasQuery(request, 'sendInitialEvents', 'false')
        ? withoutQuery(withoutQuery(request, 'sendInitialEvents'), 'resourceVersionMatch')
        : request,
  ),
  {
    id: 'every-write-is-a-change',
    breaks: 'A write that changes nothing makes no version.',
    noticedBy: ['unchanged-write-is-silent'],
    start: () => {
      let writes = 0;
      const counted = (patch: Json): Json => {
        const annotations = { writes: String((writes += 1)) };
        return withMetadata(patch, { annotations });
      };
      return { request: (request) => (request.method === 'PATCH' ? withJson(request, counted) : request) };
    },
  },
  {
    id: 'headers-with-the-first-event',
    breaks: 'A watch is answered before there is an event.',
    noticedBy: ['headers-before-events'],
    start: () => ({ holdsHeaders: true }),
  },
  overlooking(
    'streams-in-binary',
    'A watch is JSON unless another type is asked for.',
    ['chunked-transfer'],
    (request) =>
      request.query.has('watch')
        ? { ...request, headers: { ...request.headers, accept: 'application/cbor-seq, application/yaml' } }
        : request,
  ),
];

/** Every mutant of this file. */
export const readingMutants: readonly Mutant[] = [
  ...ofNames,
  ...ofDeletions,
  ...ofDryRuns,
  ...ofTypes,
  ...ofSizes,
  ...ofWatches,
];
