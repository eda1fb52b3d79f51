// A document that is made once and served many times: its bytes, and the hash by which clients recognise that it is the one
// they already have.

import { createHash } from 'node:crypto';
import type { PathRequest } from '../http/contract/path-handler.ts';
import type { Response } from '../registry/contract/resource-handler.ts';

export interface Published {
  readonly body: Buffer;
  /** SHA-512 of the body, upper-case hexadecimal. */
  readonly hash: string;
}

/** The document as JSON without white space. */
export function publishedOf(document: object): Published {
  return publishedBytes(Buffer.from(JSON.stringify(document)));
}

export function publishedBytes(body: Buffer): Published {
  return { body, hash: createHash('sha512').update(body).digest('hex').toUpperCase() };
}

/** 200 with the bytes, or 304 when the client names their hash in If-None-Match (RFC 9110 section 13.1.2). */
export function publishedResponse(
  { headers }: PathRequest,
  { body, hash }: Published,
  more: Readonly<Record<string, string>> = {},
  contentType = 'application/json',
): Response {
  const etag = `"${hash}"`;
  const asked = headers['if-none-match'];
  const known =
    typeof asked === 'string' && asked.split(',').some((entry) => [etag, `W/${etag}`, '*'].includes(entry.trim()));
  return {
    kind: 'body',
    status: known ? 304 : 200,
    contentType,
    parts: known ? [] : [body],
    length: known ? 0 : body.length,
    headers: { etag, vary: 'Accept', ...more },
  };
}

/** 200 with the bytes, without a check of ETags. */
export function wholeResponse({ body }: Published, contentType: string): Response {
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length };
}

/** 301 to another address. */
export function moved(location: string): Response {
  return {
    kind: 'body',
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    parts: [],
    length: 0,
    headers: { location },
  };
}
