// Forwards a request for a protocol upgrade. After it the data of both ends is passed through byte for byte.

import { badRequest, unclassified } from '../../shared/object/errors.ts';
import type { Response, ResourceRequest } from '../registry/contract/resource-handler.ts';
import { UnproxyableAddressError } from './address/proxyable-address.ts';
import type { Target } from './forward-request.ts';
import { forwardedHeaders, type ForwardedHeaders } from './forwarded-headers.ts';
import type { ConnectSettings } from './settings.ts';
import { joinConnections } from './stream/join-connections.ts';
import { requestUpgrade, type UpgradeResponse } from './stream/node-upgrade.ts';

/** Milliseconds without a byte after which a stream ends. */
export const idleLimit = 4 * 60 * 60_000;

/** What the other end says goes to the client, and the connection is theirs when it agrees. */
export async function changeProtocol(
  settings: ConnectSettings,
  request: ResourceRequest,
  target: Target,
): Promise<Response> {
  const { head } = request;
  const headers = { ...forwardedHeaders(head), upgrade: String(head.headers.upgrade) };
  const answer = await openUpgrade(settings, request, target, head.method, headers);
  if (answer.outcome === 'refused') return refusal(answer);
  return {
    kind: 'connection',
    status: 101,
    handshake: answer.headers,
    run: (client) => joinConnections(client, answer.connection, settings.idle ?? idleLimit),
    close: () => answer.connection.destroy(),
  };
}

/** Rejects with 400 for a host that is not connected to, with 500 for one that cannot be reached. */
export async function openUpgrade(
  { agentTls, otherTls }: ConnectSettings,
  { signal }: Pick<ResourceRequest, 'signal'>,
  { origin, path, isAgent }: Target,
  method: string,
  headers: ForwardedHeaders,
): Promise<UpgradeResponse> {
  try {
    return await requestUpgrade({ origin, path, method, headers, signal }, isAgent ? agentTls : otherTls);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnproxyableAddressError) throw badRequest(error.message);
    throw unclassified(`error dialing backend: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** As the other end said it: no protocol is changed here either. */
export function refusal(answer: Extract<UpgradeResponse, { outcome: 'refused' }>): Response {
  const { status, contentType, body } = answer;
  if (status < 400) throw unclassified(`invalid upgrade response: status code ${status}`);
  return { kind: 'body', status, contentType, parts: [body], length: body.length };
}
