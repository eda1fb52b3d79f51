// A small whole answer of a path.

import type { VerbAnswer } from '../registry/verb.ts';

export function documentAnswer(
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): VerbAnswer {
  const body = Buffer.from(text);
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length, headers };
}
