// Mutants of managedFields: entries with wrong content, and records that are not stored as sent.

import {
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  withJson,
  withMetadata,
  withSentMetadata,
} from '../contract/mutant.ts';

/** A mutant that reports other managedFields than it stores. */
function recording(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  change: (entries: readonly Json[]) => readonly Json[],
): Mutant {
  const told = (object: Json): Json => {
    const entries = metadataOf(object)['managedFields'];
    if (!Array.isArray(entries)) return object;
    return withMetadata(object, { managedFields: change(entries as Json[]) });
  };
  return { id, breaks, noticedBy, start: () => ({ answer: (answer) => withJson(answer, told) }) };
}

/** Every mutant of this file. */
export const ownerRecordMutants: readonly Mutant[] = [
  recording(
    'owners-are-strangers',
    'An entry names its manager.',
    ['field-tree', 'unchanged-update-keeps-owner', 'updates-never-conflict'],
    (entries) => entries.map((entry) => ({ ...entry, manager: 'stranger' })),
  ),
  recording(
    'every-write-is-an-update',
    'An entry distinguishes applies from updates.',
    ['apply-patch-type', 'apply-in-cbor'],
    (entries) => entries.map((entry) => ({ ...entry, operation: 'Update' })),
  ),
  {
    id: 'owners-are-there-or-not',
    breaks: 'An empty list of entries does what the profile says.',
    noticedBy: ['empty-managed-fields'],
    start: () => ({
      answer: (answer, { method }) =>
        method === 'GET'
          ? withJson(answer, (object) => {
              const { managedFields, ...metadata } = metadataOf(object);
              const turned = managedFields === undefined ? { ...metadata, managedFields: [{}] } : metadata;
              return 'data' in object ? { ...object, metadata: turned } : object;
            })
          : answer,
    }),
  },
  recording('owners-without-subresource', 'An entry names its sub-resource.', ['owners-by-subresource'], (entries) =>
    entries.map(({ subresource: _part, ...entry }) => entry),
  ),
  recording(
    'owners-of-this-moment',
    'The time of an entry is that of its last change.',
    ['time-of-ownership'],
    (entries) => entries.map((entry) => ({ ...entry, time: `${new Date().toISOString().slice(0, 19)}Z` })),
  ),
  recording('forgets-ancient-owners', 'Fields of many updaters keep an owner.', ['many-updaters'], (entries) =>
    entries.filter(({ manager }) => manager !== 'ancient-changes'),
  ),
  {
    id: 'stores-any-owners',
    breaks: 'Malformed managedFields entries are not stored.',
    noticedBy: ['invalid-managed-fields'],
    start: () => {
      const written = new Map<string, unknown>();
      return {
        request: (request) => {
          const entries = /"managedFields":(\[.*\])/.exec(Buffer.from(request.body).toString())?.[1];
          if (request.method === 'PATCH' && entries !== undefined) written.set(request.path, JSON.parse(entries));
          return request;
        },
        answer: (answer, { path, method }) =>
          method === 'GET' && written.has(path)
            ? withJson(answer, (object) => withMetadata(object, { managedFields: written.get(path) }))
            : answer,
      };
    },
  },
  overlooking(
    'never-resets-owners',
    'A list of one empty entry resets the owners.',
    ['reset-with-changes', 'reset-managed-fields'],
    (request) =>
      Buffer.from(request.body).includes('"managedFields":[{}]')
        ? withSentMetadata(request, ({ managedFields: _reset, ...metadata }) => metadata)
        : request,
  ),
];
