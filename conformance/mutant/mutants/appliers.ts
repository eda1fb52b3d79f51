// Mutants of server-side apply: conflicts, and fields that managers apply and give up.

import {
  asSuccess,
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withSentMetadata,
  withoutQuery,
} from '../contract/mutant.ts';

const isApply = (request: PassingRequest): boolean =>
  request.method === 'PATCH' && headerOf(request, 'content-type').startsWith('application/apply-patch');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges both, field by field; the later one wins. */
function together(before: Json, after: Json): Json {
  const both = { ...before, ...after };
  for (const [name, value] of Object.entries(after)) {
    const known = before[name];
    if (isObject(known) && isObject(value)) both[name] = together(known, value);
    if (Array.isArray(known) && Array.isArray(value)) both[name] = distinct([...value, ...known]);
  }
  return both;
}

/** Items that differ in `keys`, or in all of their content, from all earlier items. */
function distinct(items: unknown, keys?: readonly string[]): unknown {
  if (!Array.isArray(items)) return items;
  const textOf = (item: unknown) =>
    JSON.stringify(keys !== undefined && isObject(item) ? keys.map((key) => item[key]) : item);
  return items.filter((item, place) => items.findIndex((other) => textOf(other) === textOf(item)) === place);
}

const ofConflicts: readonly Mutant[] = [
  overlooking(
    'every-apply-is-forced',
    'An apply is in conflict with other owners unless it is forced.',
    [
      'atomic-is-owned-whole',
      'granular-keys',
      'conflict-names-all',
      'force-takes-conflicts-only',
      'co-owner-updates',
      'owners-by-subresource',
      'takes-over-client-side-apply',
      'apply-conflict',
      'shared-field-conflict',
    ],
    (request) => {
      if (!isApply(request)) return request;
      const query = new URLSearchParams(request.query);
      query.set('force', 'true');
      return { ...request, query };
    },
  ),
  {
    id: 'names-one-conflict',
    breaks: 'A conflict names each field.',
    noticedBy: ['conflict-names-all'],
    start: () => ({
      answer: (answer, request) =>
        isApply(request) && answer.status === 409
          ? withJson(answer, (status) => {
              const details = (status['details'] ?? {}) as Json;
              const causes = Array.isArray(details['causes']) ? details['causes'].slice(0, 1) : [];
              return { ...status, details: { ...details, causes } };
            })
          : answer,
    }),
  },
  overlooking(
    'never-forces',
    'Force ends a conflict.',
    ['force-takes-conflicts-only', 'applied-item-ends-duplicates', 'apply-force'],
    (request) => (isApply(request) ? withoutQuery(request, 'force') : request),
  ),
  overlooking(
    'command-lines-are-strangers',
    'A server-side apply takes over fields of client-side apply.',
    ['takes-over-client-side-apply'],
    (request) => {
      if (!isApply(request) || request.query.get('fieldManager') !== 'kubectl') return request;
      const query = new URLSearchParams(request.query);
      query.set('fieldManager', 'stranger');
      return { ...request, query };
    },
  ),
  overlooking('updates-are-applies', 'An update never conflicts.', ['co-owner-updates'], (request) => {
    if (request.method !== 'PUT') return request;
    const headers = { ...request.headers, 'content-type': 'application/apply-patch+yaml' };
    return withSentMetadata(
      { ...request, method: 'PATCH', headers },
      ({ managedFields: _dropped, ...metadata }) => metadata,
    );
  }),
];

const ofBodies: readonly Mutant[] = [
  {
    id: 'creates-without-the-right',
    breaks: 'An apply that makes an object needs the right to create.',
    noticedBy: ['apply-create-needs-create'],
    start: () => ({
      answer: (answer, request) =>
        isApply(request) && request.path.endsWith('/new') && answer.status === 403 ? asSuccess(answer) : answer,
    }),
  },
  {
    id: 'every-apply-changes',
    breaks: 'The same apply twice changes nothing.',
    noticedBy: ['repeated-apply-changes-nothing'],
    start: () => {
      let count = 0;
      return {
        request: (request) =>
          isApply(request)
            ? withSentMetadata(request, (metadata) => ({ ...metadata, labels: { count: String(count++) } }))
            : request,
      };
    },
  },
  overlooking(
    'trials-of-applies-are-real',
    'A dry-run apply changes no owner.',
    ['dry-run-keeps-ownership'],
    (request) => (isApply(request) ? withoutQuery(request, 'dryRun') : request),
  ),
  {
    id: 'nothing-is-given-up',
    breaks: 'A manager loses fields that it no longer applies.',
    noticedBy: [
      'omitted-field-gets-its-default',
      'omitted-field-goes',
      'conflict-names-all',
      'map-list-items',
      'set-list-items',
    ],
    start: () => {
      const applied = new Map<string, Json>();
      return {
        request: (request) => {
          if (!isApply(request)) return request;
          const key = `${request.path} ${request.query.get('fieldManager')}`;
          return withJson(request, (body) => {
            const all = together(applied.get(key) ?? {}, body);
            applied.set(key, all);
            return all;
          });
        },
      };
    },
  },
  overlooking('sorts-duplicates-out', 'Duplicate items are refused.', ['duplicate-items-refused'], (request) =>
    isApply(request)
      ? withJson(request, (body) => {
          const metadata = metadataOf(body);
          const spec = (body['spec'] ?? {}) as Json;
          const ports = distinct(spec['ports'], ['port', 'protocol']);
          const finalizers = distinct(metadata['finalizers']);
          return {
            ...body,
            ...('finalizers' in metadata ? { metadata: { ...metadata, finalizers } } : {}),
            ...('ports' in spec ? { spec: { ...spec, ports } } : {}),
          };
        })
      : request,
  ),
  overlooking(
    'applies-without-guards',
    'A version or uid in an apply is a condition.',
    ['apply-answers-like-create'],
    (request) =>
      isApply(request)
        ? withSentMetadata(request, ({ uid: _uid, resourceVersion: _version, ...metadata }) => metadata)
        : request,
  ),
  overlooking(
    'applies-at-the-usual-level',
    'An apply chooses its level of validation.',
    ['level-of-apply'],
    (request) => (isApply(request) ? withoutQuery(request, 'fieldValidation') : request),
  ),
  {
    id: 'swaps-statuses-of-applies',
    breaks: 'An apply answers like a create only when it makes the object.',
    noticedBy: ['apply-answers-like-create'],
    start: () => ({
      answer: (answer, request) => {
        if (!isApply(request) || answer.status > 201) return answer;
        return { ...answer, status: answer.status === 200 ? 201 : 200 };
      },
    }),
  },
  {
    id: 'keeps-items-twice',
    breaks: 'An applied item takes the place of duplicates.',
    noticedBy: ['applied-item-ends-duplicates'],
    start: () => ({
      answer: (answer, request) =>
        isApply(request)
          ? {
              ...answer,
              body: Buffer.from(
                Buffer.from(answer.body)
                  .toString()
                  .replace(/"env":\[(\{[^}]*\})/, '"env":[$1,$1'),
              ),
            }
          : answer,
    }),
  },
];

/** Every mutant of this file. */
export const applierMutants: readonly Mutant[] = [...ofConflicts, ...ofBodies];
