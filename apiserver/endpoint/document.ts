// A small whole answer of a path.

import { requireNamed } from '../../shared/codec/negotiation/negotiate.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Mount } from '../http/contract/path-handler.ts';
import type { Response } from '../registry/contract/resource-handler.ts';

/**
 * A document that has one form. Where Accept ranges are names, a client that names others only is refused with 406; otherwise
 * it gets that form all the same.
 */
export function documentInOneForm(vendor: Vendor, { path, answer }: Mount): Mount {
  if (vendor.behaviour.acceptRanges !== 'names') return { path, answer };
  return {
    path,
    answer: async (question) => {
      const response = await answer(question);
      if (response?.kind === 'body') requireNamed(question.accept ?? '', [response.contentType]);
      return response;
    },
  };
}

export function documentResponse(
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = Buffer.from(text);
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length, headers };
}
