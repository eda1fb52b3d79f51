// Sends one request and reads its response: headers, retries when the server asks for them, the body as JSON, failures as
// StatusError.

import { parseJson } from '../../codec/json/json.ts';
import type { Clock } from '../../process/time/clock.ts';
import { failureOf } from './failure.ts';
import type { ApiRequest } from './request.ts';
import type { Transport, TransportResponse } from '../contract/transport.ts';

export interface CallOptions {
  /** Aborts the call, also during the pause before a retry. */
  readonly signal?: AbortSignal;
  /** Milliseconds to the response head of each attempt; default 30,000; 0: no limit. */
  readonly headTimeout?: number;
}

/** Most retries of a request, and the most bytes of a body that is read as a whole. */
const mostRetries = 10;
const longestBody = 512 * 1024 * 1024;
/** Longest pause in milliseconds that a server can ask for (Retry-After): a longer one may be a mistake. */
const longestDelay = 300_000;
/** Most bytes of the body of a failure that are read; the rest is ignored. */
const longestFailure = 4 * 1024 * 1024;

/** The response is not JSON of the API. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

/**
 * Sends and resolves with the head of a success. 429 and 5xx are sent again, at most ten times, only when the answer
 * says after how many seconds (Retry-After; more than five minutes count as five). Rejects with StatusError for 400 and
 * more, and with what the transport rejects with.
 */
export async function send(
  transport: Transport,
  clock: Clock,
  request: ApiRequest,
  options: CallOptions,
): Promise<TransportResponse> {
  for (let retries = 0; ; retries++) {
    const response = await transport({ ...request, ...options });
    if (response.status < 300) return response;
    const text = (await readBody(response, longestFailure)).toString('utf8');
    const delay = retryDelay(response);
    if (delay === undefined || retries === mostRetries) {
      if (response.status < 400)
        throw new ResponseError(`the server answered ${response.status}, which is neither success nor failure`);
      throw failureOf(request.method, response.status, jsonOrNothing(text), text);
    }
    await clock.sleep(delay, options.signal);
  }
}

/** Sends the request and resolves with the JSON of the response; undefined for an empty one. */
export async function call(
  transport: Transport,
  clock: Clock,
  request: ApiRequest,
  options: CallOptions = {},
): Promise<unknown> {
  const response = await send(transport, clock, request, options);
  const text = (await readBody(response, longestBody)).toString('utf8');
  if (text === '') return undefined;
  try {
    return readJson(text);
  } catch (error) {
    throw new ResponseError(`${request.method} ${request.path}: the answer is not JSON`, { cause: error });
  }
}

/** Sixteen digits where a number may begin: inside a string they follow a quotation mark or a letter. */
const longInteger = /(?:^|[\s:,[-])\d{16}/;

/** Integers beyond 2^53 come as bigint; the exact reader is only taken for text that may hold one. */
export function readJson(text: string): unknown {
  return longInteger.test(text) ? parseJson(text).value : JSON.parse(text);
}

/** The pause before the retry in milliseconds; undefined: no retry. */
function retryDelay({ status, headers }: TransportResponse): number | undefined {
  const value = headers['retry-after'];
  if ((status !== 429 && status < 500) || typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return undefined;
  return Math.min(Number(value) * 1000, longestDelay);
}

async function readBody(response: TransportResponse, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > limit) throw new ResponseError(`the answer is longer than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOrNothing(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
