// The one place that turns a failure into a response: a StatusError into its Status in the representation the client
// accepts, a plain-text refusal into its text, anything else into an internal error that is logged.

import { isPretty } from '../../../shared/codec/negotiation/negotiate.ts';
import { internalError } from '../../../shared/object/errors.ts';
import { type Status, StatusError } from '../../../shared/object/status-error.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import { headersOf } from '../response/response-writer.ts';
import { PlainTextError } from './plain-text-error.ts';
import { firstValue, joinedValue } from '../header/repeated-headers.ts';
import type { RequestContext } from '../contract/stage.ts';

/**
 * Encodes a Status in the best type that the Accept header allows; undefined: none of them can be made. `pretty`: JSON is
 * for people to read.
 */
export type EncodeStatus = (
  status: Status,
  accept: string,
  pretty: boolean,
) => { contentType: string; body: Buffer } | undefined;

/** Sends a failure. Nothing is sent when the answer has begun: the caller of the verb sees a broken stream. */
export type RespondError = (context: RequestContext, error: unknown) => void;

/** `encode` knows the media types; without it the body is JSON, and where it gives up, JSON for people to read. */
export function errorResponder(log: Log, encode?: EncodeStatus): RespondError {
  return (context, error) => {
    const { exchange } = context;
    const known = error instanceof StatusError || error instanceof PlainTextError;
    if (!known && !context.clientGone) {
      log.error('a request failed by a defect', { error, method: exchange.method, auditId: context.auditId });
    }
    if (exchange.started) {
      return;
    }
    if (error instanceof PlainTextError) {
      sendText(context, error);
      return;
    }
    sendStatus(context, error instanceof StatusError ? error.status : internalError(error).status, encode);
  };
}

function sendText(context: RequestContext, error: PlainTextError): void {
  const body = Buffer.from(error.message);
  const headers = headersOf(context, 'text/plain; charset=utf-8', error.headers);
  headers['x-content-type-options'] = 'nosniff';
  send(context, error.status, headers, body);
}

function sendStatus(context: RequestContext, status: Status, encode: EncodeStatus | undefined): void {
  const code = status.code ?? 500;
  const accept = joinedValue(context.exchange.headers.accept) ?? '';
  const encoded = encode?.(status, accept, wantsPretty(context));
  const body = encoded?.body ?? statusJson(status, encode !== undefined || wantsPretty(context));
  const headers = headersOf(context, encoded?.contentType ?? 'application/json', undefined);
  const retry = status.details?.retryAfterSeconds ?? 0;
  if (retry > 0) {
    headers['retry-after'] = String(retry);
  }
  if (code === 403) {
    headers['x-content-type-options'] = 'nosniff';
  }
  send(context, code, headers, body);
}

function send(
  context: RequestContext,
  status: number,
  headers: Record<string, string | readonly string[]>,
  body: Buffer,
): void {
  context.answerStatus = status;
  headers['content-length'] = String(body.length);
  if (context.exchange.method === 'HEAD') {
    context.exchange.start(status, headers).end();
  } else {
    context.exchange.send(status, headers, body);
  }
}

/** A Status as JSON: on one line that ends, or indented. */
export function statusJson(status: Status, pretty: boolean): Buffer {
  return Buffer.from(pretty ? JSON.stringify(status, null, 2) : `${JSON.stringify(status)}\n`);
}

/** `pretty=true`, or a client that shows bodies to people and did not say otherwise. */
export function wantsPretty(context: RequestContext): boolean {
  return isPretty(context.info.query.get('pretty'), firstValue(context.exchange.headers['user-agent']) ?? '');
}
