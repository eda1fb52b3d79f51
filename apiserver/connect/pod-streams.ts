// `pods/exec`, `pods/attach` and `pods/portforward`: streams of a pod, which its node's agent serves. Clients use SPDY or
// WebSocket. A protocol that both ends support is passed through byte for byte. Version 5 for containers is translated
// (`exec-translation.ts`), and SPDY for ports may be tunnelled in WebSocket messages.

import type { Duplex } from 'node:stream';
import { badRequest } from '../../shared/object/errors.ts';
import type { Response, ResourceRequest } from '../registry/contract/resource-handler.ts';
import type { Pod } from '../registry/kinds/core/pod/pod-strategy.ts';
import { changeProtocol, idleLimit, openUpgrade, refusal } from './change-protocol.ts';
import type { Target } from './forward-request.ts';
import { forwardedHeaders, type ForwardedHeaders, offeredProtocols } from './forwarded-headers.ts';
import { originOf, readObject } from './known-objects.ts';
import { containerOf } from './pod-container.ts';
import type { ConnectSettings } from './settings.ts';
import { execPath, portForwardPath, type StreamName, wantedStreams } from './stream-location.ts';
import { translateExec } from './stream/exec-translation.ts';
import { joinConnections } from './stream/join-connections.ts';

const spdy = 'SPDY/3.1';
/** Before the name of the protocol that lies in WebSocket messages. */
const tunnelPrefix = `${spdy}+`;

export async function streamOfPod(
  settings: ConnectSettings,
  request: ResourceRequest,
  name: StreamName,
): Promise<Response> {
  const location = await locationOf(settings, request, name);
  const { head } = request;
  if (head.upgrade === undefined) throw badRequest('Upgrade request required');
  if (head.upgrade === 'websocket') {
    const offered = offeredProtocols(head);
    if (name !== 'portforward') {
      const newest = `v5.channel.${settings.protocolDomain}`;
      if (offered.includes(newest)) return translated(settings, request, location, newest);
    } else {
      const tunneled = offered.filter(
        (one) => one.startsWith(tunnelPrefix) && one.endsWith(`.${settings.protocolDomain}`),
      );
      if (tunneled.length > 0) return tunnel(settings, request, location, tunneled);
    }
  }
  return changeProtocol(settings, request, location);
}

async function locationOf(settings: ConnectSettings, request: ResourceRequest, name: StreamName): Promise<Target> {
  const { namespace, query } = request;
  const pod = (await readObject(settings, 'pods', namespace, request.name)) as Pod;
  const place = { namespace, pod: request.name };
  const path =
    name === 'portforward'
      ? portForwardPath(place, query)
      : execPath(name, { ...place, container: containerOf(pod, query.get('container') ?? '') }, query);
  const node = pod.spec?.nodeName ?? '';
  if (node === '') throw badRequest(`pod ${request.name} does not have a host assigned`);
  return { ...(await originOf(settings, { scheme: '', name: node, port: '' })), path };
}

/** Accepts the client before it connects to the node. Failures of the node are sent on the error channel. */
function translated(settings: ConnectSettings, request: ResourceRequest, location: Target, protocol: string): Response {
  const openNode = async (): Promise<Duplex> => {
    const headers = { ...ownHeaders(request), 'x-stream-protocol-version': `v4.channel.${settings.protocolDomain}` };
    const answer = await openUpgrade(settings, request, location, 'POST', headers);
    if (answer.outcome === 'switched') return answer.connection;
    throw new Error(`unable to upgrade connection: ${answer.body.toString().trim()}`);
  };
  return {
    kind: 'web-socket',
    status: 101,
    protocol,
    run: async (client) => {
      request.signal.addEventListener('abort', () => client.terminate(), { once: true });
      const wanted = wantedStreams(request.query);
      const outcome = await translateExec({ client, openNode, wanted, idle: settings.idle ?? idleLimit });
      if (outcome !== undefined) settings.metrics?.translated(outcome.code);
    },
  };
}

/** Accepts the client after the node has accepted. If the node refuses, the client gets its HTTP response. */
async function tunnel(
  settings: ConnectSettings,
  request: ResourceRequest,
  location: Target,
  offered: readonly string[],
): Promise<Response> {
  const headers = {
    ...ownHeaders(request),
    'x-stream-protocol-version': offered.map((one) => one.slice(tunnelPrefix.length)),
  };
  const answer = await openUpgrade(settings, request, location, 'POST', headers);
  if (answer.outcome === 'refused') {
    settings.metrics?.tunneled(answer.status);
    return refusal(answer);
  }
  settings.metrics?.tunneled(101);
  const chosen = answer.headers.find(([name]) => name.toLowerCase() === 'x-stream-protocol-version')?.[1].trim();
  return {
    kind: 'web-socket',
    status: 101,
    protocol: chosen === undefined ? undefined : `${tunnelPrefix}${chosen}`,
    run: async (client) => {
      const { createWebSocketStream } = await import('ws');
      const stream = createWebSocketStream(client);
      await joinConnections(stream, answer.connection, settings.idle ?? idleLimit);
    },
    close: () => answer.connection.destroy(),
  };
}

/** Of a request that this server makes for a client, in another protocol than the client's. */
function ownHeaders({ head }: ResourceRequest): ForwardedHeaders {
  const headers = forwardedHeaders(head);
  for (const name of Object.keys(headers)) {
    if (name.startsWith('sec-websocket-') || name === 'content-type' || name === 'origin') delete headers[name];
  }
  return { ...headers, upgrade: spdy };
}
