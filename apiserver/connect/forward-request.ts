// Forwards requests and their responses unchanged.

import type { Dispatcher } from 'undici';
import { badRequest, serviceUnavailable } from '../../shared/object/errors.ts';
import type { Response, ResourceRequest } from '../registry/contract/resource-handler.ts';
import type { NodeOrigin } from './address/node-target.ts';
import { UnproxyableAddressError } from './address/proxyable-address.ts';
import type { ForwardedHeaders } from './forwarded-headers.ts';
import type { ConnectSettings } from './settings.ts';

export interface Target extends NodeOrigin {
  /** With its query, encoded. */
  readonly path: string;
}

/** `body` is sent where it is given. Rejects with 400 when the host is not connected to, with 503 when it cannot be reached. */
export async function ask(
  { agents, others }: ConnectSettings,
  { signal, head }: Pick<ResourceRequest, 'signal' | 'head'>,
  { origin, isAgent, path }: Target,
  headers: ForwardedHeaders,
  body?: Buffer,
): Promise<Dispatcher.ResponseData> {
  try {
    return await (isAgent ? agents : others).request({
      origin,
      path,
      method: head.method,
      signal,
      // A followed log may have no data for days, and a checkpoint is slow: only the caller's signal ends them.
      bodyTimeout: 0,
      headersTimeout: 0,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnproxyableAddressError) throw badRequest(error.message);
    const cause = error instanceof Error ? error.message : String(error);
    throw serviceUnavailable(`error trying to reach service: ${origin}: ${cause}`);
  }
}

export function streamOf(
  answer: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>> = {},
): Extract<Response, { kind: 'stream' }> {
  const type = answer.headers['content-type'];
  return {
    kind: 'stream',
    status: answer.statusCode,
    contentType: typeof type === 'string' ? type : 'text/plain',
    headers,
    async run(sink) {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        if (!sink.write(Buffer.from(chunk))) await sink.drained();
      }
    },
  };
}
