// Where a request for a node goes: its agent, or another port of the node.

import { posix } from 'node:path';
import { badRequest, internalError, serviceUnavailable } from '../../../shared/object/errors.ts';
import { type NodeAddress, preferredAddress } from './node-address.ts';
import { type AddressFilter, UnproxyableAddressError, urlHost } from './proxyable-address.ts';

/** What is read of a node. */
export interface NodeStatus {
  readonly addresses?: readonly NodeAddress[];
  readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } };
}

/** A node, a pod or a service as a path names it: `name`, `name:port` or `scheme:name:port`; scheme and port are '' where none is given. */
export interface NamedNode {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

export interface NodeOrigin {
  /** `https://host:port`. */
  readonly origin: string;
  /** Whether the node's agent listens there. What else does is not shown the server's client certificate. */
  readonly isAgent: boolean;
}

const defaultPort = 10_250;

/** Throws 400 for text of another form, which names `what` is asked for. */
export function parseNamedNode(text: string, what: 'node' | 'pod' = 'node'): NamedNode {
  const named = parseNamed(text, what);
  if (!isPort(named.port)) throw badRequest(`invalid ${what} request ${JSON.stringify(text)}`);
  return named;
}

/** The same where the port may be the name of one. */
export function parseNamed(text: string, what: 'node' | 'pod' | 'service'): NamedNode {
  const match = /^(?:(?<scheme>https?|):(?=[^:]*:))?(?<name>[^:]+)(?::(?<port>[^:]*))?$/.exec(text);
  const { scheme = '', name = '', port = '' } = match?.groups ?? {};
  if (name === '') throw badRequest(`invalid ${what} request ${JSON.stringify(text)}`);
  return { scheme, name, port };
}

function isPort(text: string): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}

/**
 * The agent, when no other port is named: always by HTTPS, whatever the scheme. Another port by the scheme that is named, else
 * by HTTP. Throws 400 for an address that the server does not connect to, 503 for a node without an address.
 */
export function nodeOrigin(
  { scheme, name, port }: NamedNode,
  status: NodeStatus,
  settings: {
    readonly isAllowed: AddressFilter;
    readonly addressTypes: readonly string[] | undefined;
    readonly agentScheme: string;
  },
): NodeOrigin {
  const address = preferredAddress(status.addresses ?? [], settings.addressTypes);
  if (address === undefined) throw serviceUnavailable(`the node ${name} has no address`);
  const host = allowedHost(address, settings.isAllowed);
  const written = status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const agentPort = written > 0 ? written : defaultPort;
  if (agentPort > 65_535) throw badRequest(`the node ${name} has the port ${agentPort}, which is none`);
  return port === '' || Number(port) === agentPort
    ? { origin: `${settings.agentScheme}://${host}:${agentPort}`, isAgent: true }
    : { origin: `${scheme === '' ? 'http' : scheme}://${host}:${port}`, isAgent: false };
}

/** The host of an origin. Throws 400 for an address that the server does not connect to. */
export function allowedHost(address: string, isAllowed: AddressFilter): string {
  try {
    return urlHost(address, isAllowed);
  } catch (error) {
    throw error instanceof UnproxyableAddressError ? badRequest(error.message) : internalError(error);
  }
}

/**
 * The path that is asked for below an origin. `subpath`: what followed `proxy` in the path of the request, as sent. Segments
 * `.` and `..`, encoded ones too, are resolved here, and never lead above the root.
 */
export function targetPath(subpath: string): string {
  // A path with an encoding that cannot be read was refused before.
  const decoded = decodeURIComponent(subpath);
  const joined = posix.join('/', decoded);
  const path = decoded.endsWith('/') && !joined.endsWith('/') ? `${joined}/` : joined;
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}
