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
  /** Monotonic time after which its response comes too late; infinite: never. Set by the deadline. */
  due: number;
  /** Whether that time has come. */
  readonly overdue: boolean;
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

/** Brings a request to its end. A promise only where something had to be waited for. Throws at once or rejects. */
export type Next = (context: RequestContext) => Promise<void> | void;

/**
 * Called once, when the stages are joined: takes what comes after it, and returns what begins with it. A stage that does not wait
 * itself is a plain function (`shared/process/async/maybe-promise.ts`).
 */
export type Stage = (next: Next) => Next;
