// The contract of a mutant: a good target with a fault in one documented behaviour. It proves that the cases which
// should notice the fault do so. It changes requests and responses in a proxy; this file imports nothing.

/** A request to the good target. Header names are in lower case. */
export interface PassingRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** A whole response from the good target; never a watch. */
export interface PassingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** One event of a watch. */
export interface PassingEvent {
  readonly type: string;
  readonly object: Record<string, unknown>;
}

/** The changes that a mutant makes. Each function may return its argument unchanged. */
export interface Fault {
  readonly request?: (request: PassingRequest) => PassingRequest;
  readonly answer?: (answer: PassingResponse, request: PassingRequest) => PassingResponse;
  /** Called once per watch. The result maps each event to the events that replace it; none drops it. */
  readonly events?: () => (event: PassingEvent) => readonly PassingEvent[];
  /**
   * Called once per connection. A fault in bytes has no request, answer or event functions, because HTTP is not parsed.
   */
  readonly bytes?: () => PassingBytes;
  /** Delays the headers of a watch until its first event. */
  readonly holdsHeaders?: boolean;
  /** Changes the flags of a case, and its environment variables, for a program that the suite starts. */
  readonly flags?: (flags: readonly string[]) => readonly string[];
  readonly environment?: (environment: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Changes the reported end of a program that the suite ran until it exited. */
  readonly end?: (end: PassingEnd) => PassingEnd;
  /** Changes the reported result of a gRPC call to a launched program. */
  readonly called?: (end: PassingCallEnd, path: string) => PassingCallEnd;
}

/** The changes on one connection. Each function gets a piece as it was received and returns its replacement. */
export interface PassingBytes {
  readonly toTarget?: (piece: Buffer) => Buffer;
  readonly toClient?: (piece: Buffer) => Buffer;
  /** Hides from the client that the target closed the connection. */
  readonly staysOpen?: boolean;
}

/** The result of a gRPC call; code 0 is success. */
export interface PassingCallEnd {
  readonly code: number;
  readonly words: string;
}

/** The end of a program; the code is null if a signal ended it. */
export interface PassingEnd {
  readonly code: number | null;
  readonly output: string;
}

/** A mutant. */
export interface Mutant {
  readonly id: string;
  /** The documented behaviour that the mutant breaks, as a sentence. */
  readonly breaks: string;
  /** Ids of the cases that must fail on it, at least one. */
  readonly noticedBy: readonly string[];
  /** Creates the fault for one proxy, with its own state. */
  start(): Fault;
}

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Returns the request or response with its JSON body changed. A body that is not a JSON object stays unchanged. */
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

/** The metadata of an object; empty if absent. */
export function metadataOf(object: Json): Json {
  return (object['metadata'] ?? {}) as Json;
}

/** Returns the object with these members of its metadata replaced. */
export function withMetadata(object: Json, change: Json): Json {
  return { ...object, metadata: { ...metadataOf(object), ...change } };
}

/** Returns the request with the metadata in its body changed. */
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

/** The value of a header; empty if absent. */
export function headerOf(request: PassingRequest, name: string): string {
  return [request.headers[name] ?? ''].flat().join(', ');
}

/** Returns the request without its impersonation headers. */
export function withoutImpersonation(request: PassingRequest): PassingRequest {
  const kept = Object.entries(request.headers).filter(([name]) => !name.startsWith('impersonate-'));
  return { ...request, headers: Object.fromEntries(kept) };
}

/** Replaces the response by a generic success. */
export function asSuccess(answer: PassingResponse): PassingResponse {
  return { ...answer, status: 200, body: Buffer.from('{"kind":"Status","apiVersion":"v1","status":"Success"}') };
}

/** A mutant that answers some refusals with success. `statuses`: of these refusals; default: any. */
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

/** A mutant that changes requests, for example by dropping a part of them. */
export function overlooking(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  request: (request: PassingRequest) => PassingRequest,
): Mutant {
  return { id, breaks, noticedBy, start: () => ({ request }) };
}
