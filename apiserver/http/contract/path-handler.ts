// The contract of everything that is served under a path of its own and is no resource: discovery, OpenAPI, health,
// version, metrics. Handlers know nothing of sockets; the pipeline mounts them.

import type { Query } from '../../registry/contract/query.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Response } from '../../registry/contract/resource-handler.ts';

/** An authenticated and authorized GET or HEAD of a path. */
export interface PathRequest {
  /** `GET` or `HEAD`; the body of an answer to HEAD is not sent. */
  readonly method: string;
  /** Decoded, without query, as it was authorized. */
  readonly path: string;
  readonly query: Query;
  /** By lower-case name; repeated ones as an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The Accept header; undefined when absent. */
  readonly accept: string | undefined;
  readonly user: UserInfo;
  readonly signal: AbortSignal;
}

/** undefined: nothing is served at this path (404). Throws StatusError to refuse. */
export type PathHandler = (question: PathRequest) => Response | undefined | Promise<Response | undefined>;

/** One mounted handler. */
export interface Mount {
  /** An exact path (`/version`), or with a trailing slash everything below it (`/livez/`). */
  readonly path: string;
  readonly answer: PathHandler;
}
