// A small whole answer of a path.

import type { Response } from '../registry/contract/resource-handler.ts';

export function documentResponse(
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = Buffer.from(text);
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length, headers };
}
