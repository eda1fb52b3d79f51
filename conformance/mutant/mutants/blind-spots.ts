// Mutants of rarely tested features: times, owners, and unusual kinds and values.

import {
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingEvent,
  type PassingRequest,
  withJson,
  withMetadata,
} from '../contract/mutant.ts';

/** A mutant that reports other metadata of single objects than it stores. */
function telling(id: string, breaks: string, noticedBy: readonly string[], change: (metadata: Json) => Json): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({
      answer: (answer, { method }) =>
        method === 'GET'
          ? withJson(answer, (object) =>
              object['metadata'] === undefined ? object : withMetadata(object, change(metadataOf(object))),
            )
          : answer,
    }),
  };
}

const ofTimes: readonly Mutant[] = [
  telling('deletion-times-move', 'The time of deletion stays.', ['deletion-times', 'second-delete'], (metadata) =>
    metadata['deletionTimestamp'] === undefined ? {} : { deletionTimestamp: new Date().toISOString() },
  ),
  telling('grace-is-not-counted', 'A time of deletion lies a grace period ahead.', ['deletion-times'], (metadata) =>
    Number(metadata['deletionGracePeriodSeconds'] ?? 0) > 0 ? { deletionTimestamp: new Date().toISOString() } : {},
  ),
  {
    id: 'writers-set-deletion-times',
    breaks: "The time of deletion is the service's.",
    noticedBy: ['deletion-times'],
    start: () => ({
      answer: (answer, request) => {
        const claimed = /"deletionTimestamp":"([^"]+)"/.exec(Buffer.from(request.body).toString())?.[1];
        return request.method === 'POST' && claimed !== undefined
          ? withJson(answer, (object) => withMetadata(object, { deletionTimestamp: claimed }))
          : answer;
      },
    }),
  },
];

/** A mutant that changes the owner references in new objects. */
function owned(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  see: (owners: readonly Json[]) => readonly Json[],
): Mutant {
  return overlooking(id, breaks, noticedBy, (request) =>
    request.method === 'POST'
      ? withJson(request, (object) => {
          const owners = metadataOf(object)['ownerReferences'];
          return Array.isArray(owners) ? withMetadata(object, { ownerReferences: see(owners as Json[]) }) : object;
        })
      : request,
  );
}

/** A mutant that applies this policy to a delete without one. */
function deletingBy(policy: string, id: string, breaks: string): Mutant {
  return overlooking(id, breaks, ['default-policies'], (request) => {
    if (request.method !== 'DELETE' || request.query.has('propagationPolicy') || request.body.length > 0)
      return request;
    const query = new URLSearchParams(request.query);
    query.set('propagationPolicy', policy);
    return { ...request, query };
  });
}

const ofOwners: readonly Mutant[] = [
  owned('nothing-blocks-owners', 'A blocking dependent holds its owner.', ['foreground-order'], (owners) =>
    owners.map((owner) => ({ ...owner, blockOwnerDeletion: false })),
  ),
  owned('everything-blocks-owners', 'Only blocking dependents hold their owner.', ['foreground-order'], (owners) =>
    owners.map((owner) => ({ ...owner, blockOwnerDeletion: true })),
  ),
  owned('counts-the-first-owner', 'One living owner is enough.', ['living-and-dead-owners'], (owners) =>
    owners.slice(0, 1),
  ),
  {
    id: 'tells-owners-first',
    breaks: 'Removals are reported in order.',
    noticedBy: ['foreground-order'],
    start: () => ({
      events: () => {
        let held: readonly PassingEvent[] = [];
        return (event) => {
          if (event.type !== 'DELETED') return [event];
          held = [event, ...held];
          const told = held.length === 2 ? held : [];
          if (told.length > 0) held = [];
          return told;
        };
      },
    }),
  },
  deletingBy('Background', 'never-orphans-unasked', 'Some kinds orphan their dependents by default.'),
  deletingBy('Orphan', 'always-orphans-unasked', 'Most kinds delete their dependents by default.'),
];

const ofNamespaces: readonly Mutant[] = [
  {
    id: 'leases-outlive-namespaces',
    breaks: 'Namespace deletion deletes objects of each kind.',
    noticedBy: ['deletion-leaves-no-kind'],
    start: () => {
      const made = new Map<string, Json>();
      return {
        answer: (answer, request) => {
          if (!request.path.endsWith('/leases') || answer.status >= 300) return answer;
          return withJson(answer, (body) => {
            if (request.method === 'POST') made.set(request.path, body);
            const kept = made.get(request.path);
            return request.method === 'GET' && kept !== undefined ? { ...body, items: [kept] } : body;
          });
        },
      };
    },
  },
];

const ofReplays: readonly Mutant[] = [
  {
    id: 'replays-with-a-gap',
    breaks: 'A replay is complete, however long it is.',
    noticedBy: ['long-replay'],
    start: () => ({
      events: () => {
        let count = 0;
        return (event) => ((count += 1) === 129 ? [] : [event]);
      },
    }),
  },
];

/** Returns a JSON value with each member changed, at any depth; undefined removes the member. */
function deeply(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => deeply(each, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, deeply(change(key, each), change)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}

const patching = (request: PassingRequest, type: string): boolean =>
  request.method === 'PATCH' && headerOf(request, 'content-type').startsWith(`application/${type}`);

/** A mutant that changes the operations of a JSON Patch. */
function operating(id: string, breaks: string, see: (operation: Json) => Json | undefined): Mutant {
  return overlooking(id, breaks, ['json-patch-values'], (request) => {
    if (!patching(request, 'json-patch')) return request;
    const operations = JSON.parse(Buffer.from(request.body).toString()) as unknown;
    if (!Array.isArray(operations)) return request;
    const seen = (operations as Json[]).map(see).filter((each) => each !== undefined);
    return { ...request, body: Buffer.from(JSON.stringify(seen)) };
  });
}

/** A mutant that ignores a directive of a strategic merge patch. */
function withoutDirective(id: string, breaks: string, directive: string): Mutant {
  return overlooking(id, breaks, ['strategic-patch-retain-keys'], (request) =>
    patching(request, 'strategic')
      ? withJson(
          request,
          (body) => deeply(body, (key, value) => (key.startsWith(directive) ? undefined : value)) as Json,
        )
      : request,
  );
}

const ofPatches: readonly Mutant[] = [
  operating('tests-texts-only', 'Objects and lists are tested as wholes.', (operation) =>
    operation['op'] === 'test' && typeof operation['value'] !== 'string' ? undefined : operation,
  ),
  operating('adds-at-the-end', 'An item is added where the path says.', (operation) =>
    operation['op'] === 'add' ? { ...operation, path: String(operation['path']).replace(/\/\d+$/, '/-') } : operation,
  ),
  withoutDirective('retains-every-key', 'Keys that are not retained go.', '$retainKeys'),
  withoutDirective('keeps-listed-texts', 'Entries of lists can be taken away.', '$deleteFromPrimitiveList'),
  withoutDirective('keeps-the-order', 'A patch sets the order of a list.', '$setElementOrder'),
  overlooking('nulls-are-texts', 'A null counts as nothing.', ['nulls-in-new-objects'], (request) =>
    withJson(request, (body) => deeply(body, (_key, value) => value ?? '') as Json),
  ),
  overlooking(
    'nulls-take-nothing-away',
    'A null in a patch removes an existing field.',
    ['nulls-in-new-objects', 'merge-patch'],
    (request) =>
      request.method === 'PATCH'
        ? withJson(request, (body) => deeply(body, (_key, value) => value ?? undefined) as Json)
        : request,
  ),
];

const isNothing = (value: unknown): boolean =>
  value === 0 || value === false || value === '' || JSON.stringify(value) === '{}';

const ofForms: readonly Mutant[] = [
  {
    id: 'loses-zeros-in-binary',
    breaks: 'Zeros and empty objects are carried in the binary type.',
    noticedBy: ['protobuf-zero-values'],
    start: () => ({
      answer: (answer, request) =>
        request.method === 'PUT' && headerOf(request, 'content-type').includes('protobuf')
          ? withJson(
              answer,
              (object) => deeply(object, (_key, value) => (isNothing(value) ? undefined : value)) as Json,
            )
          : answer,
    }),
  },
];

/** A mutant that changes each entry in the resource lists of discovery. */
function listing(id: string, breaks: string, see: (entry: Json) => Json): Mutant {
  return {
    id,
    breaks,
    noticedBy: ['entries-agree'],
    start: () => ({
      answer: (answer) =>
        withJson(answer, (body) =>
          body['kind'] === 'APIResourceList' ? { ...body, resources: (body['resources'] as Json[]).map(see) } : body,
        ),
    }),
  };
}

const ofDiscovery: readonly Mutant[] = [
  listing('lists-fewer-verbs', 'Both forms of discovery name the same verbs.', (entry) => ({
    ...entry,
    verbs: (entry['verbs'] as string[]).filter((verb) => verb !== 'deletecollection'),
  })),
  listing('lists-other-kinds', 'Both forms of discovery name the same kinds of sub-resources.', (entry) =>
    String(entry['name']).endsWith('/scale') ? { ...entry, kind: 'Other' } : entry,
  ),
  {
    id: 'prefers-the-last-version',
    breaks: 'The first version of a group is the preferred one.',
    noticedBy: ['preferred-versions'],
    start: () => {
      const preferringLast = (group: Json): Json => ({
        ...group,
        preferredVersion: (group['versions'] as Json[] | undefined)?.at(-1) ?? {},
      });
      return {
        answer: (answer) =>
          withJson(answer, (body) => {
            if (body['kind'] === 'APIGroup') return preferringLast(body);
            return body['kind'] === 'APIGroupList'
              ? { ...body, groups: (body['groups'] as Json[]).map(preferringLast) }
              : body;
          }),
      };
    },
  },
];

/** Every mutant of this file. */
export const blindSpotMutants: readonly Mutant[] = [
  ...ofTimes,
  ...ofOwners,
  ...ofNamespaces,
  ...ofReplays,
  ...ofPatches,
  ...ofForms,
  ...ofDiscovery,
];
