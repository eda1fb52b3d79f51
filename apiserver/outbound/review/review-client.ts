// Asks a remote service by posting a review (TokenReview, SubjectAccessReview), and reads the status of the review that comes back.
// The service is not trusted: its response must have the kind and version of the request.

import { formatGoDuration } from '../../../shared/object/duration.ts';
import { backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { ConnectedTarget, OutboundCaller } from '../contract/outbound.ts';
import { OutboundError } from '../contract/outbound-error.ts';
import { type CallResult, ReviewFailure } from './review-failure.ts';

/** A question, as it is posted. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
}

export interface AskOptions {
  /** Ends the call, the waiting before a repetition included. */
  readonly signal?: AbortSignal | undefined;
  /** Each call, repeated ones too: how it ended, and after how many seconds. */
  readonly observe?: (result: CallResult, seconds: number) => void;
}

export interface ReviewClient {
  /** The status of the answer, an object of unknown form. Rejects with ReviewFailure when there is none that counts. */
  ask(review: Review, options?: AskOptions): Promise<Readonly<Record<string, unknown>>>;
}

export interface ReviewClientOptions {
  readonly outbound: OutboundCaller;
  /** Who calls, for the metrics. */
  readonly purpose: string;
  readonly target: ConnectedTarget;
  /** Milliseconds that one call may take, its whole answer included. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Numbers in [0, 1) for the jitter. */
  readonly random?: () => number;
}

const mostCalls = 5;
const repetition = { initial: 500, factor: 1.5, cap: 60_000, jitter: 0.2 };
/** Milliseconds at most that an answer can ask to wait. */
const longestPause = 30_000;
/** Bytes of an answer: a review with all it may say is a hundredth of it. */
const longestAnswer = 1024 * 1024;

export function reviewClient(options: ReviewClientOptions): ReviewClient {
  const { outbound, purpose, target, timeout, clock, random = Math.random } = options;
  const once = async (review: Review, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const answer = await outbound.postJson(target, {
        purpose,
        body: bodyOf(review),
        query: `timeout=${formatGoDuration(timeout)}`,
        timeout,
        maxBytes: longestAnswer,
        signal,
      });
      return statusOf(answer, review);
    } catch (error) {
      throw failureOf(error, signal.aborted);
    }
  };
  return {
    async ask(review, { signal = new AbortController().signal, observe } = {}) {
      for (let calls = 1; ; calls += 1) {
        const began = clock.monotonic();
        const seconds = (): number => (clock.monotonic() - began) / 1000;
        try {
          const status = await once(review, signal);
          observe?.('success', seconds());
          return status;
        } catch (error) {
          if (!(error instanceof ReviewFailure)) throw error;
          observe?.(error.result, seconds());
          if (!error.again || calls === mostCalls) throw error;
          const pause = Math.max(backOffDelay(repetition, calls, random), Math.min(error.after, longestPause));
          await clock.sleep(pause, signal).catch(() => {
            throw error;
          });
        }
      }
    },
  };
}

function bodyOf({ kind, apiVersion, spec }: Review): string {
  const status = kind === 'SubjectAccessReview' ? { allowed: false } : { user: {} };
  return JSON.stringify({ kind, apiVersion, metadata: {}, spec, status });
}

function statusOf(answer: unknown, { kind, apiVersion }: Review): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) throw new ReviewFailure('the answer is not an object', 'error');
  // Both may be left out: the answer is then of the kind and version that was asked in.
  if ((answer['kind'] ?? kind) !== kind || (answer['apiVersion'] ?? apiVersion) !== apiVersion) {
    throw new ReviewFailure(`the answer is not a ${kind} of ${apiVersion}`, 'error');
  }
  const status = answer['status'] ?? {};
  if (!isObject(status)) throw new ReviewFailure('the status of the answer is not an object', 'error');
  return status;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Statuses after which the service may answer a moment later, without saying so. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

function failureOf(error: unknown, canceled: boolean): ReviewFailure {
  if (canceled) return new ReviewFailure('the request was canceled', 'canceled', { cause: error });
  if (error instanceof ReviewFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof OutboundError)) return new ReviewFailure(message, 'error', { cause: error });
  const { fault, status = 0, retryAfter, cause } = error;
  const mayWait = retryAfter !== undefined && (status === 429 || status >= 500);
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  const wasReset = fault === 'unreachable' && (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET');
  return new ReviewFailure(message, fault === 'timeout' || status === 504 ? 'timeout' : 'error', {
    again: passing.has(status) || mayWait || wasReset,
    ...(mayWait ? { after: retryAfter } : {}),
    cause: error,
  });
}
