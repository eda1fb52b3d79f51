// Asks a remote service by posting a review (TokenReview, SubjectAccessReview) to the address of a connection file, and reads
// the status of the review that comes back. The service is not trusted: what it sends is limited in size and time and has to be
// of the kind and version that was asked in; redirects are not followed, because a review may hold a token.

import type { Connection } from '../../shared/client/connection/connection.ts';
import { formatGoDuration } from '../../shared/object/duration.ts';
import { backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
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
  /** Each call, repeated ones too: how it ended, after how many seconds, and with which HTTP status. */
  readonly observe?: (result: CallResult, seconds: number, status: number | undefined) => void;
}

export interface ReviewClient {
  /** The status of the answer, an object of unknown form. Rejects with ReviewFailure when there is none that counts. */
  ask(review: Review, options?: AskOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface ReviewClientOptions {
  readonly connection: Connection;
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
  const { connection, timeout, clock, random = Math.random } = options;
  const path = `${new URL(connection.server).pathname.replace(/\/+$/, '') === '' ? '/' : ''}?timeout=${formatGoDuration(timeout)}`;
  const once = async (review: Review, signal: AbortSignal | undefined): Promise<Answer> => {
    const over = new AbortController();
    let late = false;
    clock.sleep(timeout, over.signal).then(
      () => {
        late = true;
        over.abort();
      },
      () => {},
    );
    try {
      const response = await connection.transport({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', accept: 'application/json, */*' },
        body: JSON.stringify({
          kind: review.kind,
          apiVersion: review.apiVersion,
          metadata: {},
          spec: review.spec,
          status: review.kind === 'SubjectAccessReview' ? { allowed: false } : { user: {} },
        }),
        headTimeout: 0,
        signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
      });
      const text = await readAnswer(response.body, response.status);
      return { status: response.status, content: contentOf(text, review, response) };
    } catch (error) {
      throw failureOf(error, { late, canceled: signal?.aborted === true, timeout });
    } finally {
      over.abort();
    }
  };
  return {
    async ask(review, { signal, observe } = {}) {
      for (let calls = 1; ; calls += 1) {
        const began = clock.monotonic();
        const seconds = (): number => (clock.monotonic() - began) / 1000;
        try {
          const { status, content } = await once(review, signal);
          observe?.('success', seconds(), status);
          return content;
        } catch (error) {
          if (!(error instanceof ReviewFailure)) throw error;
          observe?.(error.result, seconds(), error.status);
          if (!error.again || calls === mostCalls) throw error;
          const pause = Math.max(backOffDelay(repetition, calls, random), Math.min(error.after, longestPause));
          await clock.sleep(pause, signal).catch(() => {
            throw error;
          });
        }
      }
    },
    close: () => connection.close(),
  };
}

interface Answer {
  readonly status: number;
  readonly content: Readonly<Record<string, unknown>>;
}

async function readAnswer(body: AsyncIterable<Uint8Array>, status: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longestAnswer) {
      throw new ReviewFailure(`the answer is longer than ${longestAnswer} bytes`, 'error', { status });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Statuses after which the service may answer a moment later. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

function contentOf(
  text: string,
  { kind, apiVersion }: Review,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  if (status < 200 || status > 206) {
    const after = status === 429 || status >= 500 ? pauseOf(headers['retry-after']) : undefined;
    const redirect = status >= 300 && status < 400 ? ': redirects are not followed' : '';
    throw new ReviewFailure(`it answered ${status}${redirect}`, status === 504 ? 'timeout' : 'error', {
      status,
      again: passing.has(status) || after !== undefined,
      ...(after === undefined ? {} : { after }),
    });
  }
  const wrong = (problem: string): never => {
    throw new ReviewFailure(problem, 'error', { status });
  };
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return wrong('the answer is not JSON');
  }
  if (!isObject(answer)) return wrong('the answer is not an object');
  // Both may be left out: the answer is then of the kind and version that was asked in.
  if ((answer['kind'] ?? kind) !== kind || (answer['apiVersion'] ?? apiVersion) !== apiVersion) {
    return wrong(`the answer is not a ${kind} of ${apiVersion}`);
  }
  const content = answer['status'] ?? {};
  return isObject(content) ? content : wrong('the status of the answer is not an object');
}

function pauseOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failureOf(
  error: unknown,
  { late, canceled, timeout }: { readonly late: boolean; readonly canceled: boolean; readonly timeout: number },
): ReviewFailure {
  if (canceled) return new ReviewFailure('the request was canceled', 'canceled', { cause: error });
  if (late)
    return new ReviewFailure(`there is no answer after ${formatGoDuration(timeout)}`, 'timeout', { cause: error });
  if (error instanceof ReviewFailure) return error;
  const code = ((error as { cause?: { code?: unknown } } | null)?.cause ?? {}).code;
  const message = error instanceof Error ? error.message : String(error);
  return new ReviewFailure(message, 'error', {
    again: code === 'ECONNRESET' || code === 'UND_ERR_SOCKET',
    cause: error,
  });
}
