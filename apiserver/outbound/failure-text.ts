// How failures of calls are worded: as the reference server words them where clients read them.

import { OutboundError } from './contract/outbound-error.ts';
import type { OutboundFault } from './contract/outbound.ts';

/** A call without a complete HTTP answer: `Post "<url>": <reason>`. */
export function unanswered(fault: OutboundFault, url: string, reason: string, cause?: unknown): OutboundError {
  return new OutboundError(fault, `Post ${JSON.stringify(url)}: ${reason}`, { cause });
}

/** The answer began, and did not come to its end. */
export function unfinished(fault: OutboundFault, reason: string, cause?: unknown): OutboundError {
  const text = `unexpected error when reading response body. Please retry. Original error: ${reason}`;
  return new OutboundError(fault, text, { cause });
}

/** An answer with a status that is not 2xx. `text`: its body, or the beginning of it; `retryAfter`: the header. */
export function badStatus(status: number, text: string, retryAfter: string): OutboundError {
  const message = ownMessage(text) ?? statusMessage(status, text);
  return new OutboundError('status', message, { status, retryAfter: pauseOf(retryAfter) });
}

/** Milliseconds after which an answer asks to come again; undefined: it does not. */
export function pauseOf(retryAfter: string): number | undefined {
  return /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

/** Of a body that is a Status of a failure. */
function ownMessage(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { kind, apiVersion, status, message } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isFailure = kind === 'Status' && apiVersion === 'v1' && status === 'Failure';
    return isFailure && typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

const messages: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [410, 'the requested resource has been removed'],
  [413, 'the request entity is too large'],
  [415, 'the media type of the request is not supported'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
]);

function statusMessage(status: number, text: string): string {
  const known = messages.get(status);
  if (known !== undefined) return known;
  const body = text.trim();
  if (status === 403) return body === '' ? 'unknown' : body;
  if (status >= 500) {
    return `an error on the server (${JSON.stringify(body === '' ? 'unknown' : body)}) has prevented the request from succeeding`;
  }
  return `the server responded with the status code ${status} but did not return more information`;
}
