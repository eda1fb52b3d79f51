// Mutants of an agent that is joined to a service by the suite: what it writes to that service, and hears of it, is not what
// it should be. Only the agent's own requests are changed; those of the suite tell no user agent.

import { headerOf, type Json, type Mutant, type PassingRequest, withJson } from '../contract/mutant.ts';

const isOfAgent = (request: PassingRequest): boolean => headerOf(request, 'user-agent') !== '';

const isStatusWrite = (request: PassingRequest): boolean =>
  isOfAgent(request) && request.method === 'PATCH' && /^\/api\/v1\/nodes\/[^/]+\/status$/.test(request.path);

const isLease = (request: PassingRequest): boolean =>
  isOfAgent(request) && /\/namespaces\/[^/]+-node-lease\/leases\//.test(request.path);

/** The request as a look at what it would have written. */
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

/** Its lease and its status are written in turns: the one is held back until the other has been written. */
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

/** The body with a Ready that is always True. */
function ready(body: Json): Json {
  if (body['status'] === undefined) return body;
  const conditions = conditionsIn(body['status']).map((one) =>
    one['type'] === 'Ready' ? { ...one, status: 'True' } : one,
  );
  return { ...body, status: { ...(body['status'] as Json), conditions } };
}

/** The body with all of its capacity for pods. */
function generous(body: Json): Json {
  const status = body['status'] as Json | undefined;
  if (status === undefined) return body;
  const { capacity, allocatable: _kept, ...rest } = status;
  // A patch that corrects only what pods get has no capacity.
  return { ...body, status: capacity === undefined ? rest : { ...rest, capacity, allocatable: capacity } };
}

/** The body with pressures of this status. */
function pressed(body: Json, status: string): Json {
  if (body['status'] === undefined) return body;
  const conditions = conditionsIn(body['status']).map((one) =>
    String(one['type']).endsWith('Pressure') && one['status'] !== undefined ? { ...one, status } : one,
  );
  return { ...body, status: { ...(body['status'] as Json), conditions } };
}

/** An agent that reports every pressure with one status. */
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

/** A node, or a list of nodes, without what was reported. */
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

/** All of them. */
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
    breaks: 'What is kept for the system is no part of what pods get.',
    noticedBy: ['reservations'],
    start: () => ({
      request: (request) =>
        isOfAgent(request) && request.path.startsWith('/api/v1/nodes') ? withJson(request, generous) : request,
    }),
  },
  pressing('agent-feels-no-pressure', 'A node that has too little of something is under pressure.', 'False'),
  pressing('agent-is-always-pressed', 'A node that has enough is under no pressure.', 'True'),
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
    breaks: 'A status that does not change is not written at each look.',
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
    breaks: 'A renewal that failed is tried again after pauses that double.',
    noticedBy: ['failed-renewals'],
    start: () => ({
      answer: (answer, request) =>
        isLease(request) && answer.status >= 500 ? { ...answer, status: 200, body: request.body } : answer,
    }),
  },
];
