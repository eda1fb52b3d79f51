// The shape of a stage of the pipeline (design, decision 4): what sees one request after the other, may answer it, refuse it
// by a StatusError, or hand it on. `pipeline.ts` is the list of stages in their one order.

import type { AuditLevel } from '../../audit/audit-policy.ts';
import type { AuditRecord } from '../../audit/auditor.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Exchange } from './exchange.ts';
import type { RequestInfo } from './request-info.ts';

/** A request on its way through the stages. A stage writes only the fields that its own header names. */
export interface RequestContext {
  readonly exchange: Exchange;
  /** Set by the first stage. */
  info: RequestInfo;
  /** Wall clock in milliseconds since the epoch, and monotonic, when the request arrived. */
  readonly received: number;
  readonly receivedMonotonic: number;
  /** Aborts when the client is gone, the deadline passed, or (long-running requests) the server stops. */
  readonly signal: AbortSignal;
  /** True for watches and streams: no deadline, not counted as in flight, ended by a stop. Set by the first stage. */
  longRunning: boolean;
  /** Set by authentication, replaced by impersonation. */
  user: UserInfo | undefined;
  /** Texts for Warning headers. */
  readonly warnings: string[];
  /** The id that the Audit-Id header carries. */
  auditId: string;
  /** Headers of every response to this request; names in lower case. */
  readonly answerHeaders: Record<string, string | readonly string[]>;
  /** HTTP status of the answer; 0 until there is one. */
  answerStatus: number;
  /** Bytes of the body sent so far, of answers that are no stream. Set by who writes the answer. */
  answerBytes: number;
  /** Whether the client disconnected before its response: failures after that are not defects. */
  readonly clientGone: boolean;
  /** What the error guard turned into the answer; undefined while nothing failed. Set by the guard. */
  failure: unknown;
  /** What the audit log records of this request; undefined without an audit policy. Set by the audit stage. */
  audit: AuditRecord | undefined;
  /** Adds an annotation to the audit event, if its level is `level` (default Metadata) or higher; the first value of a key stays. */
  annotate(key: string, value: string, level?: AuditLevel): void;
}

/**
 * Brings a request to its end. Answers a promise only where something had to be waited for: most reads are answered at once,
 * and each promise on their way costs as much as finding the object. Throws at once or rejects, as it comes.
 */
export type Next = (context: RequestContext) => Promise<void> | void;

/**
 * Called once, when the stages are joined: takes what comes after it, and answers what begins with it. Where it has nothing
 * to do for a request it returns `next(context)` from a plain function: an async one would hold its frame and a promise for
 * as long as the request lives, which is long for watches. One that is async awaits `next(context)` instead of returning
 * it: that would cost two more turns of the microtask queue.
 */
export type Stage = (next: Next) => Next;
