// The contract of a mutant: a target that is good but for one documented behaviour. A mutant shows that the cases which
// should notice the fault do notice it. It sees requests and answers as they pass a proxy; it imports nothing else.

/** A request on its way to the good target. Header names are lower-case. */
export interface PassingRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** An answer on its way back, whole; never a watch. */
export interface PassingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** One event of a watch as it was sent. */
export interface PassingEvent {
  readonly type: string;
  readonly object: Record<string, unknown>;
}

/** What a mutant does to what passes. Each function may return its argument unchanged. */
export interface Fault {
  readonly request?: (request: PassingRequest) => PassingRequest;
  readonly answer?: (answer: PassingResponse, request: PassingRequest) => PassingResponse;
  /** Called once per watch; gives the events sent in place of each of its events, none to drop it. */
  readonly events?: () => (event: PassingEvent) => readonly PassingEvent[];
  /** Called once per connection. Such a fault has no other part of what passes: nothing of HTTP is read on the way. */
  readonly bytes?: () => PassingBytes;
  /** The headers of a watch wait for its first event. */
  readonly holdsHeaders?: boolean;
  /** What a program that the suite starts gets of the flags of a case, and of what the case lays over its environment. */
  readonly flags?: (flags: readonly string[]) => readonly string[];
  readonly environment?: (environment: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** How a program that the suite ran to its end seems to have ended. */
  readonly end?: (end: PassingEnd) => PassingEnd;
  /** How a gRPC call on a socket of a program seems to have ended. */
  readonly called?: (end: PassingCallEnd, path: string) => PassingCallEnd;
}

/** What passes on one connection. Each function is given what came, as it came, and gives what goes on in its place. */
export interface PassingBytes {
  readonly toTarget?: (piece: Buffer) => Buffer;
  readonly toClient?: (piece: Buffer) => Buffer;
  /** The client does not see that the target ends the connection. */
  readonly staysOpen?: boolean;
}

/** The end of a gRPC call; code 0 is a success. */
export interface PassingCallEnd {
  readonly code: number;
  readonly words: string;
}

/** The end of a program; a null code is a signal. */
export interface PassingEnd {
  readonly code: number | null;
  readonly output: string;
}

/** A mutant. */
export interface Mutant {
  readonly id: string;
  /** The documented behaviour that does not hold, as a sentence. */
  readonly breaks: string;
  /** Ids of cases that must fail on it, at least one. */
  readonly noticedBy: readonly string[];
  /** A fresh fault for one proxy, with the memory it needs. */
  start(): Fault;
}

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The request or answer with its JSON body changed; one without a JSON object as body passes unchanged. */
export function withJson<P extends { readonly body: Uint8Array }>(passing: P, change: (body: Json) => Json): P {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(passing.body).toString('utf8'));
  } catch {
    return passing;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return passing;
  return { ...passing, body: Buffer.from(JSON.stringify(change(body as Json))) };
}

/** The metadata of an object, empty when it has none. */
export function metadataOf(object: Json): Json {
  return (object['metadata'] ?? {}) as Json;
}

/** The object with these members of its metadata changed. */
export function withMetadata(object: Json, change: Json): Json {
  return { ...object, metadata: { ...metadataOf(object), ...change } };
}

/** The request with other metadata in its body. */
export function withSentMetadata(request: PassingRequest, change: (metadata: Json) => Json): PassingRequest {
  return withJson(request, (body) => ('metadata' in body ? { ...body, metadata: change(metadataOf(body)) } : body));
}

/** The request without a query parameter. */
export function withoutQuery(request: PassingRequest, name: string): PassingRequest {
  const query = new URLSearchParams(request.query);
  query.delete(name);
  return { ...request, query };
}

/** The request without a header. */
export function withoutHeader(request: PassingRequest, name: string): PassingRequest {
  const { [name]: _dropped, ...headers } = request.headers;
  return { ...request, headers };
}

/** The value of a header, empty without one. */
export function headerOf(request: PassingRequest, name: string): string {
  return [request.headers[name] ?? ''].flat().join(', ');
}

/** The request of the caller itself, whomever it wants to act as. */
export function withoutImpersonation(request: PassingRequest): PassingRequest {
  const kept = Object.entries(request.headers).filter(([name]) => !name.startsWith('impersonate-'));
  return { ...request, headers: Object.fromEntries(kept) };
}

/** The success of nothing in particular, in place of what was answered. */
export function asSuccess(answer: PassingResponse): PassingResponse {
  return { ...answer, status: 200, body: Buffer.from('{"kind":"Status","apiVersion":"v1","status":"Success"}') };
}

/** A service that answers some refusals with success. `statuses`: of the refusals; default is every one. */
export function accepting(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  isAccepted: (request: PassingRequest) => boolean,
  statuses?: readonly number[],
): Mutant {
  const isRefusal = (status: number): boolean => statuses?.includes(status) ?? status >= 400;
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({
      answer: (answer, request) => (isRefusal(answer.status) && isAccepted(request) ? asSuccess(answer) : answer),
    }),
  };
}

/** A service that reads another request than it was sent, or only a part of it. */
export function overlooking(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  request: (request: PassingRequest) => PassingRequest,
): Mutant {
  return { id, breaks, noticedBy, start: () => ({ request }) };
}
