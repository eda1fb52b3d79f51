// The contract between the HTTP pipeline and the verbs: what a verb gets of a request, and what it returns. Verbs know
// nothing of sockets; the pipeline knows nothing of objects.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Query } from './query.ts';
import type { ObjectMeta } from '../../../shared/object/api-object.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { AnnotationLevel } from '../../admission/contract/admission.ts';
import type { Decision, ResourceAttributes } from '../../authorization/contract/authorizer.ts';
import type { Resource, Subresource, Verb } from './resource.ts';

/** The resource was changed while a read waited for it, and nothing was answered: the request is to be asked of what is served now. */
export class ResourceChangedError extends Error {
  override readonly name = 'ResourceChangedError';
}

/** An authenticated and authorized request for one resource. */
export interface ResourceRequest {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource: Subresource | undefined;
  /** '' for cluster-scoped resources and for collections over all namespaces. */
  readonly namespace: string;
  /** '' for collections. */
  readonly name: string;
  /** What follows the sub-resource in the path (`proxy`), with its leading slash; '' otherwise. */
  readonly subpath: string;
  readonly query: Query;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly userAgent: string;
  readonly user: UserInfo;
  /** Whether the request is over before its response is complete: the client is gone, the deadline has passed, or `cancel`. */
  readonly aborted: boolean;
  /** Aborts when the request is over, for what waits. */
  readonly signal: AbortSignal;
  /** Whether the time of the request is over, for what computes: meanwhile nothing can abort the signal. Absent: it has no limit. */
  readonly overdue?: boolean;
  /** Ends the request with this reason, when the response ends early for one of its own. Repeatable, the first reason stays. */
  cancel(reason: Error): void;
  /** When the request was received, milliseconds since the epoch. */
  readonly received: number;
  /** As it came, for what hands it on. */
  readonly head: RequestHead;
  /** The whole body, decompressed never: bodies are read as sent. Throws the 413 and 400 StatusErrors of the limits. Repeatable. */
  body(): Promise<Buffer>;
  /** Adds a Warning header to the answer; the same text once. */
  warn(text: string): void;
  /** Adds an annotation to the audit event of this request, if its level is `level` (default Metadata) or higher; the first value of a key stays. */
  annotate(key: string, value: string, level?: AnnotationLevel): void;
  /**
   * Shows the audit log the object that the client sent, once it could be read. `whole` is called now or never: the object may be
   * changed afterwards. Absent: there is no audit log.
   */
  auditObject?(metadata: ObjectMeta | undefined, whole: () => unknown): void;
  /** Shows it a patch, which is kept as it came. */
  auditPatch?(bytes: Buffer): void;
  /** Asks the authorizers a further question for this user (create on update, escalation). */
  authorize(attributes: Omit<ResourceAttributes, 'user' | 'kind'>): Promise<Decision>;
}

export interface RequestHead {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * The protocol that the client asks to change its connection to (RFC 9110, section 7.8), in lower case: `websocket`, `spdy/3.1`.
   * Undefined: it asks for none, or its connection cannot be changed.
   */
  readonly upgrade: string | undefined;
  /** The address of the client; '' when it is in this process. */
  readonly remoteAddress: string;
}

/** Where a streaming answer writes. */
export interface Sink {
  /** Queues a chunk that the sink must not change. False: the client is slow; wait for `drained` before writing much more. */
  write(chunk: Buffer): boolean;
  /** Resolves when the queue is small again, or when the client is gone. */
  drained(): Promise<void>;
  /** Bytes queued and not yet taken by the socket. */
  readonly queued: number;
  /** True: each chunk reaches the client as a message of its own, so chunks must not be joined. Absent: a stream of bytes. */
  readonly separate?: boolean;
}

export type MessageKind = 'text' | 'binary' | 'delimited' | 'bytes';

export type Response =
  /** A whole body; `parts` are written one after the other (an iterator lets a long list be made while it is sent). */
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly contentType: string;
      readonly parts: Iterable<Buffer>;
      /** Total length when known; absent: chunked. */
      readonly length?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Called with a part that was sent and is no longer read, to reuse its memory. Not called when in doubt. */
      readonly sent?: (part: Buffer) => void;
    }
  /** A stream (watch, log): the head is sent at once, `run` writes until it returns or the request is over. */
  | {
      readonly kind: 'stream';
      readonly status: number;
      readonly contentType: string;
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * How one chunk becomes one WebSocket message when the client asked for an upgrade; `delimited`: binary, without the
       * four bytes of length that stand before each event in a stream; `bytes`: binary, or base64 where the client chose that, after
       * an empty message.
       */
      readonly message?: MessageKind;
      run(sink: Sink): Promise<void>;
      /** Called when the request is over before `run` has returned, also where it was never called. Absent: nothing is held. */
      close?(): void;
    }
  /** Another protocol on the client's connection, which the client asked for. */
  | {
      readonly kind: 'connection';
      readonly status: 101;
      readonly headers?: Readonly<Record<string, never>>;
      /** The headers of the 101, in their order and as they are written. */
      readonly handshake: readonly (readonly [name: string, value: string])[];
      /** Resolves when one of the ends is closed. Closes the client's end. */
      run(client: Duplex): Promise<void>;
      /** As for a stream. */
      close(): void;
    }
  /** WebSocket messages on the client's connection, which asked for WebSocket. The request is over when `run` has ended. */
  | {
      readonly kind: 'web-socket';
      readonly status: 101;
      readonly headers?: Readonly<Record<string, never>>;
      /** The sub-protocol of those that the client offers; undefined: none. */
      readonly protocol: string | undefined;
      run(client: WebSocket): Promise<void>;
      /** As for a stream. */
      close?(): void;
    };

/** The whole registry, as the pipeline calls it. At once where nothing has to be waited for. Throws StatusError, or rejects with it. */
export type ResourceHandler = (request: ResourceRequest) => Response | Promise<Response>;
