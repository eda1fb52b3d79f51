// Mutants of an agent that the suite joins to a service: they change what it writes to that service and what it reads.
// They change only requests of the agent, which have a user agent; those of the suite have none.

import { headerOf, type Json, type Mutant, type PassingRequest, withJson, withMetadata } from '../contract/mutant.ts';

const isOfAgent = (request: PassingRequest): boolean => headerOf(request, 'user-agent') !== '';

const isStatusWrite = (request: PassingRequest): boolean =>
  isOfAgent(request) && request.method === 'PATCH' && /^\/api\/v1\/nodes\/[^/]+\/status$/.test(request.path);

const isLease = (request: PassingRequest): boolean =>
  isOfAgent(request) && /\/namespaces\/[^/]+-node-lease\/leases\//.test(request.path);

/** Turns a write into a GET of the same object. */
function asLook({ headers, ...request }: PassingRequest): PassingRequest {
  const { 'content-type': _ofBody, ...kept } = headers;
  return {
    ...request,
    headers: kept,
    method: 'GET',
    path: request.path.replace(/\/status$/, ''),
    body: new Uint8Array(),
  };
}

/** Lease and status are written in turns: one write is held back until the other has happened. */
function waitsForTheOther(holdsBack: 'lease' | 'status'): Mutant['start'] {
  const [held, other] = holdsBack === 'lease' ? [isLease, isStatusWrite] : [isStatusWrite, isLease];
  return () => {
    let isAllowed = true;
    return {
      request: (request) => {
        if (!held(request) || request.method === 'GET') return request;
        if (!isAllowed) return asLook(request);
        isAllowed = false;
        return request;
      },
      answer: (answer, request) => {
        if (other(request) && request.method !== 'GET' && answer.status < 300) isAllowed = true;
        return answer;
      },
    };
  };
}

const conditionsIn = (status: unknown): readonly Json[] => ((status as Json)['conditions'] ?? []) as readonly Json[];

/** Returns the body with a Ready condition that is always True. */
function ready(body: Json): Json {
  if (body['status'] === undefined) return body;
  const conditions = conditionsIn(body['status']).map((one) =>
    one['type'] === 'Ready' ? { ...one, status: 'True' } : one,
  );
  return { ...body, status: { ...(body['status'] as Json), conditions } };
}

/** Returns the body with all capacity as allocatable. */
function generous(body: Json): Json {
  const status = body['status'] as Json | undefined;
  if (status === undefined) return body;
  const { capacity, allocatable: _kept, ...rest } = status;
  // A patch that only corrects allocatable has no capacity.
  return { ...body, status: capacity === undefined ? rest : { ...rest, capacity, allocatable: capacity } };
}

/** Returns the body with this status for every pressure. */
function pressed(body: Json, status: string): Json {
  if (body['status'] === undefined) return body;
  const conditions = conditionsIn(body['status']).map((one) =>
    String(one['type']).endsWith('Pressure') && one['status'] !== undefined ? { ...one, status } : one,
  );
  return { ...body, status: { ...(body['status'] as Json), conditions } };
}

/** Returns the body with internal addresses as external ones. */
function turned(body: Json): Json {
  const { addresses, ...status } = (body['status'] ?? {}) as { readonly addresses?: readonly Json[] };
  if (addresses === undefined) return body;
  const changed = addresses.map((one) => (one['type'] === 'InternalIP' ? { ...one, type: 'ExternalIP' } : one));
  return { ...body, status: { ...status, addresses: changed } };
}

/** Returns the body with conditions that changed whenever they were reported. */
function restless(body: Json): Json {
  if (body['status'] === undefined) return body;
  const conditions = conditionsIn(body['status']).map((one) =>
    one['lastHeartbeatTime'] === undefined ? one : { ...one, lastTransitionTime: one['lastHeartbeatTime'] },
  );
  return { ...body, status: { ...(body['status'] as Json), conditions } };
}

/** An agent that writes something else about its node. */
function telling(id: string, breaks: string, noticedBy: readonly string[], change: (body: Json) => Json): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.startsWith('/api/v1/nodes') ? withJson(request, change) : request,
    }),
  };
}

/** An agent that reports the same status for every pressure. */
function pressing(id: string, breaks: string, status: string): Mutant {
  return {
    id,
    breaks,
    noticedBy: ['pressures-follow-thresholds'],
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.startsWith('/api/v1/nodes')
          ? withJson(request, (body) => pressed(body, status))
          : request,
    }),
  };
}

/** Returns a node, or a list of nodes, without conditions. */
function unreported(object: Json): Json {
  const { items } = object as { readonly items?: readonly Json[] };
  if (items !== undefined) return { ...object, items: items.map(unreported) };
  return { ...object, status: { ...(object['status'] as Json), conditions: [] } };
}

const writesOnlyTimes = ({ body }: PassingRequest): boolean => {
  try {
    const { status } = JSON.parse(Buffer.from(body).toString('utf8')) as Json;
    return conditionsIn(status).every((condition) => condition['status'] === undefined);
  } catch {
    return false;
  }
};

/** Every mutant of this file. */
export const joinedAgentMutants: readonly Mutant[] = [
  {
    id: 'agent-is-always-ready',
    breaks: 'A node without a runtime is not ready.',
    noticedBy: ['network-not-ready', 'runtime-breaks'],
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.startsWith('/api/v1/nodes') ? withJson(request, ready) : request,
    }),
  },
  {
    id: 'agent-keeps-nothing-back',
    breaks: 'Allocatable excludes what is reserved for the system.',
    noticedBy: ['amounts-of-the-host', 'reservations'],
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.startsWith('/api/v1/nodes') ? withJson(request, generous) : request,
    }),
  },
  pressing('agent-feels-no-pressure', 'A node that has too little of something is under pressure.', 'False'),
  pressing('agent-is-always-pressed', 'A node that has enough is under no pressure.', 'True'),
  telling('agent-tells-other-addresses', 'The address of a flag is an internal one.', ['addresses-by-flag'], turned),
  telling('conditions-change-all-the-time', 'A transition is a change of status.', ['condition-times'], restless),
  telling('agent-labels-nothing', 'A new node has labels.', ['new-node'], (body) =>
    body['kind'] === 'Node' ? withMetadata(body, { labels: {} }) : body,
  ),
  {
    id: 'lease-lasts-longer',
    breaks: 'A lease tells how long it holds.',
    noticedBy: ['lease-form'],
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.includes('/leases')
          ? withJson(request, (body) => ({ ...body, spec: { ...(body['spec'] as Json), leaseDurationSeconds: 40 } }))
          : request,
    }),
  },
  {
    id: 'lease-waits-for-the-status',
    breaks: 'The lease is renewed while the status is not written.',
    noticedBy: ['lease-beside-status', 'unchanged-status'],
    start: waitsForTheOther('lease'),
  },
  {
    id: 'status-waits-for-the-lease',
    breaks: 'The status is written while the lease is not renewed.',
    noticedBy: ['lease-beside-status'],
    start: waitsForTheOther('status'),
  },
  {
    id: 'agent-forgets-what-it-reported',
    breaks: 'An unchanged status is not written at each update interval.',
    noticedBy: ['unchanged-status'],
    start: () => ({
      answer: (answer, request) =>
        isOfAgent(request) && /^\/api\/v1\/nodes(?:\/|$)/.test(request.path) ? withJson(answer, unreported) : answer,
      events: () => (event) =>
        event.object['kind'] === 'Node' ? [{ ...event, object: unreported(event.object) }] : [event],
    }),
  },
  {
    id: 'agent-reports-changes-only',
    breaks: 'A status that does not change is written every five minutes.',
    noticedBy: ['unchanged-status'],
    start: () => ({
      request: (request) => (isStatusWrite(request) && writesOnlyTimes(request) ? asLook(request) : request),
    }),
  },
  {
    id: 'agent-takes-failures-for-renewals',
    breaks: 'A failed renewal is retried with pauses that double.',
    noticedBy: ['failed-renewals'],
    start: () => ({
      answer: (answer, request) =>
        isLease(request) && answer.status >= 500 ? { ...answer, status: 200, body: request.body } : answer,
    }),
  },
];
