// One HTTPS request and its answer, read up to a limit, over the kept connections of an agent. Follows no redirect.

import type { Agent, RequestOptions } from 'node:https';
import { request as httpsRequest } from 'node:https';
import { type HttpAnswer, readAnswer } from './http-answer.ts';

export interface HttpsExchange {
  readonly agent: Agent;
  readonly options: RequestOptions;
  readonly body: string | Buffer;
  /** Of a 2xx answer. */
  readonly maxBytes: number;
  /** Called when an answer has begun. */
  readonly onAnswer: () => void;
  /** Aborts the exchange at any point. */
  readonly signal: AbortSignal;
}

/**
 * Rejects with the error of Node, with AnswerTooLargeError, or with the signal's reason. A kept connection that the other side has
 * closed at the moment of its use is replaced once: nothing of the request has been answered.
 */
export async function exchangeHttps(exchange: HttpsExchange): Promise<HttpAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(exchange);
    if (!('stale' in outcome)) return outcome;
    if (attempt > 0) throw outcome.stale;
  }
}

function attemptOnce(exchange: HttpsExchange): Promise<HttpAnswer | { readonly stale: Error }> {
  const { agent, options, body, signal, maxBytes, onAnswer } = exchange;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = httpsRequest({ ...options, agent, method: 'POST' });
    const onAbort = (): void => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    let answered = false;
    request.once('close', () => signal.removeEventListener('abort', onAbort));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const closedBefore = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (request.reusedSocket && closedBefore && !answered && !signal.aborted) resolve({ stale: error });
      else reject(error);
    });
    request.on('response', (response) => {
      answered = true;
      onAnswer();
      const { statusCode: status = 0, headers } = response;
      readAnswer({ status, headers, body: response }, maxBytes).then(resolve, (error: unknown) => {
        request.destroy();
        reject(error);
      });
    });
    request.end(body);
  });
}
