// One request sent and answered: headers, retries when the server asks for them, the body as JSON, failures as
// StatusError.

import { parseJson } from '../../codec/json/json.ts';
import type { Clock } from '../../process/time/clock.ts';
import { failureOf } from './failure.ts';
import type { ApiRequest } from './request.ts';
import type { Transport, TransportResponse } from '../contract/transport.ts';

export interface CallOptions {
  /** Ends the call, the waiting before a retry included. */
  readonly signal?: AbortSignal;
  /** Milliseconds to the response head of each attempt; default 30,000; 0: no limit. */
  readonly headTimeout?: number;
}

/** How often a request is sent again; and the longest body read whole, in bytes. */
const mostRetries = 10;
const longestBody = 512 * 1024 * 1024;
/** So many milliseconds at most is a server left alone because it asks for that: it may have been a slip. */
const longestDelay = 300_000;
/** The longest body of a failure that is read; the rest cannot matter. */
const longestFailure = 4 * 1024 * 1024;

/** A server that answers with something other than the API's JSON. */
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

/** Sends and reads the JSON of the answer; undefined for an empty one. */
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

/** Sixteen digits where a number may begin: in a string they stand behind a quotation mark or a letter. */
const longInteger = /(?:^|[\s:,[-])\d{16}/;

/** Integers beyond 2^53 come as bigint; the exact reader is only taken for text that may hold one. */
export function readJson(text: string): unknown {
  return longInteger.test(text) ? parseJson(text).value : JSON.parse(text);
}

/** Milliseconds; undefined: not to be sent again. */
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
