// Sends what a verb or a path handler answered: head, body parts with back-pressure, streams as they come. The only
// place, beside `respond-error.ts`, that starts an answer.

import { setImmediate as turn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Response } from '../../registry/contract/resource-handler.ts';
import type { ResponseBody } from '../contract/exchange.ts';
import { joinedValue } from '../header/repeated-headers.ts';
import type { RequestContext } from '../contract/stage.ts';
import { warningHeaders } from '../header/warning-headers.ts';
import { joinConnection, talkBySocket } from './protocol-switch.ts';

/** Bodies of reads from this size on are compressed when the client asks (RFC 9110, section 12.5.3). */
const compressionThreshold = 128 * 1024;

/** Bytes of a body that leave first, for the client to read while others are written; twice as many each time after that. */
const bytesFirst = 128 * 1024;
/** Bytes of a body that wait before the client is waited for. */
const bytesAhead = 1024 * 1024;

/** Statuses whose answer never has a body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Why the signal of a HEAD request for a stream aborts. */
const headOnly = new Error('only the head of the stream was asked for');

type BodyAnswer = Extract<Response, { kind: 'body' }>;
type StreamAnswer = Extract<Response, { kind: 'stream' }>;

/**
 * Sends the answer; resolves when it is handed to the carrier, rejects when a part could not be made. `compression`:
 * whether it may be compressed when it is worth it and the client takes it.
 */
export function writeResponse(context: RequestContext, answer: Response, compression: boolean): Promise<void> | void {
  if (answer.kind === 'body') return writeBody(context, answer, compression);
  if (answer.kind === 'stream') return writeStream(context, answer);
  return answer.kind === 'connection' ? joinConnection(context, answer) : talkBySocket(context, answer);
}

/** The headers every answer carries, completed by this answer's own. Changes and returns the context's header object. */
export function headersOf(
  context: RequestContext,
  contentType: string,
  own: Readonly<Record<string, string>> | undefined,
): Record<string, string | readonly string[]> {
  const headers = context.answerHeaders;
  if (contentType !== '') {
    headers['content-type'] = contentType;
  }
  if (context.warnings.length > 0) {
    const warnings = warningHeaders(context.warnings);
    if (warnings.length > 0) {
      headers.warning = warnings;
    }
  }
  if (own !== undefined) {
    Object.assign(headers, own);
  }
  return headers;
}

function writeBody(context: RequestContext, answer: BodyAnswer, compression: boolean): Promise<void> | void {
  const headers = headersOf(context, answer.contentType, answer.headers);
  const { exchange } = context;
  context.answerStatus = answer.status;
  if (exchange.method === 'HEAD' || bodiless.has(answer.status)) {
    if (answer.length !== undefined && !bodiless.has(answer.status)) {
      headers['content-length'] = String(answer.length);
    }
    exchange.start(answer.status, headers).end();
    return;
  }
  if (compression && wantsGzip(context, answer)) {
    return writeCompressed(context, answer, headers);
  }
  const parts = context.audit?.answerBody(answer.parts, answer.contentType) ?? answer.parts;
  const only: unknown = Array.isArray(parts) && parts.length === 1 ? parts[0] : undefined;
  if (only instanceof Buffer) {
    headers['content-length'] = String(only.length);
    context.answerBytes = only.length;
    exchange.send(answer.status, headers, only, parts === answer.parts ? answer.sent : undefined);
    return;
  }
  if (answer.length !== undefined) {
    headers['content-length'] = String(answer.length);
  }
  // What the audit log keeps must stay as it is.
  const sent = parts === answer.parts ? answer.sent : undefined;
  const body = exchange.start(answer.status, headers);
  return exchange.alone === false && answer.length !== undefined && answer.length <= bytesAhead
    ? writeAtOnce(context, body, parts, answer.length, sent)
    : writeParts(context, body, parts, answer.length, sent);
}

/**
 * Hands a body that may wait as a whole to the carrier, without a turn of the event loop in between: a client that has other
 * answers to read meanwhile would gain nothing from having the first parts sooner, and each further write has a cost.
 */
function writeAtOnce(
  context: RequestContext,
  body: ResponseBody,
  parts: Iterable<Buffer>,
  length: number,
  sent: BodyAnswer['sent'],
): void {
  let written = 0;
  try {
    for (const part of parts) {
      written += part.length;
      context.answerBytes = written;
      if (written === length) {
        body.end(part, sent);
        return;
      }
      body.write(part, sent);
    }
    body.end();
  } catch (error) {
    body.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/**
 * `length`: of all parts, when it is known; then the last part leaves together with the end. Parts go to the carrier many at
 * a time, because each turn of the event loop has a cost.
 */
async function writeParts(
  context: RequestContext,
  body: ResponseBody,
  parts: Iterable<Buffer>,
  length: number | undefined,
  sent: BodyAnswer['sent'],
): Promise<void> {
  let written = 0;
  let together = 0;
  let enough = bytesFirst;
  try {
    for (const part of parts) {
      written += part.length;
      context.answerBytes = written;
      if (written === length) {
        body.end(part, sent);
        return;
      }
      body.write(part, sent);
      together += part.length;
      if (together >= enough) {
        together = 0;
        enough = Math.min(2 * enough, bytesAhead);
        await (body.queued < bytesAhead ? leave(body) : body.drained());
        if (context.exchange.aborted) {
          body.destroy(abortReason(context));
          return;
        }
      }
    }
    body.end();
  } catch (error) {
    body.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Lets the system send what was written, without waiting for the client. */
function leave(body: ResponseBody): Promise<void> {
  body.flush?.();
  return turn();
}

function wantsGzip(context: RequestContext, answer: BodyAnswer): boolean {
  const { info, exchange } = context;
  if ((info.verb !== 'get' && info.verb !== 'list') || answer.status !== 200) {
    return false;
  }
  if (answer.length !== undefined && answer.length <= compressionThreshold) {
    return false;
  }
  const accepted = joinedValue(exchange.headers['accept-encoding']);
  return accepted?.split(',').some((coding) => /^gzip(;(?!q=0(\.0*)?$)|$)/.test(coding.replaceAll(' ', ''))) ?? false;
}

async function writeCompressed(
  context: RequestContext,
  answer: BodyAnswer,
  headers: Record<string, string | readonly string[]>,
): Promise<void> {
  headers['content-encoding'] = 'gzip';
  headers.vary = [headers.vary ?? [], 'Accept-Encoding'].flat().join(', ');
  const body = context.exchange.start(answer.status, headers);
  const gzip = createGzip({ level: 1 });
  try {
    const sent = forward(gzip, body, context);
    for (const part of context.audit?.answerBody(answer.parts, answer.contentType) ?? answer.parts) {
      if (!gzip.write(part)) {
        await new Promise((resolve) => gzip.once('drain', resolve));
        if (context.exchange.aborted) {
          throw abortReason(context);
        }
      }
    }
    gzip.end();
    await sent;
    body.end();
  } catch (error) {
    gzip.destroy();
    body.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

async function forward(source: AsyncIterable<Buffer>, body: ResponseBody, context: RequestContext): Promise<void> {
  for await (const chunk of source) {
    context.answerBytes += chunk.length;
    if (!body.write(chunk)) {
      await body.drained();
    }
  }
}

async function writeStream(context: RequestContext, answer: StreamAnswer): Promise<void> {
  const { exchange } = context;
  const headers = headersOf(context, answer.contentType, answer.headers);
  context.answerStatus = answer.status;
  if (answer.close !== undefined) exchange.whenAborted(() => answer.close?.());
  if (exchange.method === 'HEAD') {
    exchange.start(answer.status, headers).end();
    // The stream is never run: the request's signal releases its resources.
    exchange.cancel(headOnly);
    return;
  }
  await context.audit?.streaming(answer.status, context.user);
  const body =
    exchange.startMessages === undefined
      ? exchange.start(answer.status, headers)
      : exchange.startMessages(answer.message ?? 'text', headers);
  try {
    await answer.run(body);
    body.end();
  } catch (error) {
    body.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

function abortReason(context: RequestContext): Error {
  const { reason } = context.signal;
  return reason instanceof Error ? reason : new Error('the request was aborted');
}
