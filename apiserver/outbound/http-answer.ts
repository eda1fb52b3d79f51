// An answer to a call, read up to a limit.

import type { TransportResponse } from '../../shared/client/contract/transport.ts';

export interface HttpAnswer {
  readonly status: number;
  /** '' when it says none. */
  readonly contentType: string;
  /** '' when it says none. */
  readonly retryAfter: string;
  /** Of a 2xx answer the whole body; of others the beginning. */
  readonly body: Buffer;
}

/** The answer has more bytes than allowed. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/** Bytes of an answer that is no success: enough to tell why. */
const mostOfFailure = 2048;

/** `maxBytes`: of a 2xx answer. Rejects with AnswerTooLargeError, and when the connection breaks. */
export async function readAnswer(answer: TransportResponse, maxBytes: number): Promise<HttpAnswer> {
  const { status, headers } = answer;
  const failed = status < 200 || status > 299;
  const most = failed ? mostOfFailure : maxBytes;
  const announced = Number(headers['content-length'] ?? 0);
  if (!failed && announced > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the iteration destroys the connection.
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > most && !failed) throw tooLarge(most);
    chunks.push(chunk);
    if (bytes > most) break;
  }
  return {
    status,
    contentType: textOf(headers['content-type']),
    retryAfter: textOf(headers['retry-after']),
    body: Buffer.concat(chunks).subarray(0, most),
  };
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

function tooLarge(most: number): AnswerTooLargeError {
  return new AnswerTooLargeError(`the response has more than ${most} bytes`);
}
