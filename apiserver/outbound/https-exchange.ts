// One HTTPS request and its answer, read up to a limit, over the kept connections of an agent. Follows no redirect.

import type { Agent, RequestOptions } from 'node:https';
import { request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';

export interface HttpsAnswer {
  readonly status: number;
  /** '' when it says none. */
  readonly contentType: string;
  /** Of a 2xx answer the whole body; of others the beginning. */
  readonly body: Buffer;
}

/** The answer has more bytes than allowed. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

export interface HttpsExchange {
  readonly agent: Agent;
  readonly options: RequestOptions;
  readonly body: string | Buffer;
  /** Of a 2xx answer. */
  readonly maxBytes: number;
  /** Ends the exchange, whatever it waits for. */
  readonly signal: AbortSignal;
}

/** Bytes of an answer that is no success: enough to tell why. */
const mostOfFailure = 2048;

/**
 * Rejects with the error of Node, with AnswerTooLargeError, or with the signal's reason. A kept connection that the other side has
 * closed at the moment of its use is replaced once: nothing of the request has been answered.
 */
export async function exchangeHttps(exchange: HttpsExchange): Promise<HttpsAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(exchange);
    if (!('stale' in outcome)) return outcome;
    if (attempt > 0) throw outcome.stale;
  }
}

function attemptOnce(exchange: HttpsExchange): Promise<HttpsAnswer | { readonly stale: Error }> {
  const { agent, options, body, signal, maxBytes } = exchange;
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
      readAnswer(response, maxBytes).then(resolve, (error: unknown) => {
        request.destroy();
        reject(error);
      });
    });
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<HttpsAnswer> {
  const status = response.statusCode ?? 0;
  const failed = status < 200 || status > 299;
  const most = failed ? mostOfFailure : maxBytes;
  const announced = Number(response.headers['content-length'] ?? 0);
  if (!failed && announced > most) throw tooLarge(most);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the iteration destroys the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most && !failed) throw tooLarge(most);
    chunks.push(chunk);
    if (bytes > most) break;
  }
  return { status, contentType: response.headers['content-type'] ?? '', body: Buffer.concat(chunks).subarray(0, most) };
}

function tooLarge(most: number): AnswerTooLargeError {
  return new AnswerTooLargeError(`the response has more than ${most} bytes`);
}
