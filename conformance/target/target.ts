// The implementation under test: its sockets, vendor and features. Opened once per run; cases get callers from it.
// Discovery requests only what decides whether a case runs or is skipped, never the subject of a case.

import type { Need } from '../contract/case.ts';
import { speaksHttp2 } from '../wire/exchange/http-version.ts';
import { Connection, type Endpoint, type HttpVersion, type TlsIdentity } from '../wire/exchange/connection.ts';
import type { Exchange } from '../wire/exchange/exchange.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { listAt, textAt, valueAt } from '../wire/format/json-path.ts';
import { getRaw } from '../wire/exchange/raw-http2.ts';
import { openRawSocket, type RawSocket } from '../wire/exchange/raw-socket.ts';
import type { RawFields } from '../wire/format/http2-frames.ts';
import { type Headers, Wire } from '../wire/exchange/wire.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { servedVendor } from '../../shared/vendor/served-vendor.ts';
import type { Vendor, VendorId } from '../../shared/vendor/vendor.ts';
import { systemClock } from '../wire/time/clock.ts';
import { type Credential, Credentials } from './credentials.ts';
import type { Kubeconfig } from './kubeconfig.ts';

/** Options from the command line. */
export interface TargetOptions {
  readonly kubeconfig: Kubeconfig;
  /** Overrides the address in the configuration. */
  readonly server?: string;
  /** Absent: detected from the API groups. */
  readonly vendor?: VendorId;
  /** Address of a node agent. */
  readonly agentServer?: string;
  /** Bearer token for the node agent; absent: the client certificate of the configuration. */
  readonly agentToken?: string;
  /** The features of the target, if already known; absent: detected. */
  readonly features?: Pick<Target, 'features' | 'missing' | 'version'>;
}

/** The target cannot be used; the message is one line. */
export class TargetError extends Error {}

/** An opened target. Close it after the run. */
export interface Target {
  readonly server: string;
  readonly vendor: Vendor;
  /** `gitVersion` of `/version`; empty if absent. */
  readonly version: string;
  /** Needs that the target meets. Each other need has a reason in `missing`. */
  readonly features: ReadonlySet<Need>;
  readonly missing: ReadonlyMap<Need, string>;
  /** A caller with the credentials of the configuration. */
  admin(journal: Transcript, signal: AbortSignal, http2?: boolean): Wire;
  /** A caller that sends only the given headers and no client certificate. */
  bare(journal: Transcript, signal: AbortSignal, headers?: Headers): Wire;
  /** A caller with this client certificate. */
  certified(journal: Transcript, signal: AbortSignal, identity: TlsIdentity): Wire;
  /** Sends a GET over HTTP/2 with the credentials of the configuration and these header fields; see `getRaw`. */
  rawGet(path: string, fields: RawFields, signal: AbortSignal): Promise<string | undefined>;
  /** Opens a connection for arbitrary bytes, with the credentials of the configuration or without. */
  rawSocket(version: HttpVersion, authenticated: boolean, signal: AbortSignal): Promise<RawSocket>;
  /** A caller of the node agent. Throws TypeError if no agent address was given. */
  agent(journal: Transcript, signal: AbortSignal, authenticated: boolean): Wire;
  /**
   * Ensures that later callers have credentials valid for a case that starts now: runs a plug-in again whose last
   * credentials expire. Throws KubeconfigError when it returns none, or the reason of the signal.
   */
  renew(signal: AbortSignal): Promise<void>;
  /** Tokens and keys of the configuration and its plug-in so far; reports hide them. */
  secrets(): readonly string[];
  close(): Promise<void>;
}

/** Connects, detects the vendor and the features. Throws TargetError or KubeconfigError. */
export async function openTarget(options: TargetOptions, signal: AbortSignal): Promise<Target> {
  const credentials = new Credentials(options.kubeconfig, systemClock);
  let own = await credentials.current(signal);
  let sockets = openSockets(options, own);
  const retired: Sockets[] = [];
  const certified = new Map<TlsIdentity, Connection>();
  const agentHeaders = bearer(options.agentToken);
  const calls = {
    admin: (journal: Transcript, until: AbortSignal, http2 = false) =>
      new Wire(http2 ? sockets.admin2 : sockets.admin, bearer(own.token), journal, until),
    bare: (journal: Transcript, until: AbortSignal, headers: Headers = {}) =>
      new Wire(sockets.bare, headers, journal, until),
    certified: (journal: Transcript, until: AbortSignal, identity: TlsIdentity) => {
      const socket = certified.get(identity) ?? new Connection(sockets.bare.endpoint, identity);
      certified.set(identity, socket);
      return new Wire(socket, {}, journal, until);
    },
    rawGet: (path: string, fields: RawFields, until: AbortSignal) => {
      const { token } = own;
      const header: RawFields = token === undefined ? [] : [['authorization', `Bearer ${token}`]];
      return getRaw(sockets.bare.endpoint, identityOf(own), path, [...header, ...fields], until);
    },
    rawSocket: (version: HttpVersion, authenticated: boolean, until: AbortSignal) => {
      const { token } = own;
      const endpoint = { endpoint: sockets.bare.endpoint, version, clock: systemClock, signal: until };
      if (!authenticated) return openRawSocket({ ...endpoint, identity: {} });
      return openRawSocket({ ...endpoint, identity: identityOf(own), ...(token === undefined ? {} : { token }) });
    },
    agent: (journal: Transcript, until: AbortSignal, authenticated: boolean) => {
      if (sockets.agent === undefined || sockets.agentBare === undefined)
        throw new TypeError('no node agent was given');
      return new Wire(
        authenticated ? sockets.agent : sockets.agentBare,
        authenticated ? agentHeaders : {},
        journal,
        until,
      );
    },
    renew: async (until: AbortSignal) => {
      const next = await credentials.current(until);
      // Running cases keep the sockets they have.
      if (next.certificate !== own.certificate || next.key !== own.key) {
        retired.push(sockets);
        sockets = openSockets(options, next);
      }
      own = next;
    },
    secrets: () => credentials.secrets,
  };
  const close = async () => {
    const all = [sockets, ...retired].flatMap((each): Connection[] => Object.values(each));
    await Promise.all([...all, ...certified.values()].map((socket) => socket.close()));
  };
  try {
    const wire = calls.admin(new Transcript(), signal);
    const vendor = await vendorFor(wire, options.vendor);
    const offer = options.features ?? (await explore(wire, calls.bare(new Transcript(), signal), vendor, options));
    const { features, missing, version } = offer;
    return { server: options.server ?? options.kubeconfig.server, vendor, version, features, missing, ...calls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Sockets {
  readonly admin: Connection;
  readonly admin2: Connection;
  readonly bare: Connection;
  readonly agent?: Connection;
  readonly agentBare?: Connection;
}

function identityOf({ certificate, key }: Credential): TlsIdentity {
  return { ...(certificate === undefined ? {} : { certificate }), ...(key === undefined ? {} : { key }) };
}

function openSockets(options: TargetOptions, credential: Credential): Sockets {
  const { kubeconfig, server = kubeconfig.server, agentServer, agentToken } = options;
  const { ca, insecure, serverName } = kubeconfig;
  const trust = { ...(ca === undefined ? {} : { ca }), ...(serverName === undefined ? {} : { serverName }) };
  const endpoint: Endpoint = { server, insecure, ...trust };
  const identity = identityOf(credential);
  const main = {
    admin: new Connection(endpoint, identity),
    admin2: new Connection(endpoint, identity, 'h2'),
    bare: new Connection(endpoint),
  };
  if (agentServer === undefined) return main;
  // Agents usually serve a self-signed certificate that no configuration names.
  const agent: Endpoint = { server: agentServer, insecure: true };
  const agentIdentity = agentToken === undefined ? identity : {};
  return { ...main, agent: new Connection(agent, agentIdentity), agentBare: new Connection(agent) };
}

function bearer(token: string | undefined): Headers {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function documentOf(wire: Wire, path: string): Promise<unknown> {
  const exchange = await reached(wire.get(path));
  if (exchange.status !== 200)
    throw new TargetError(`the target answers ${exchange.status} to GET ${path}${remedies[exchange.status] ?? ''}`);
  return jsonOf(exchange);
}

/** Returns the response. Throws TargetError if there is none. */
async function reached<T>(response: Promise<T>): Promise<T> {
  return response.catch((error: Error) => {
    throw new TargetError(`cannot reach the target: ${causeOf(error)}; is it running? --server names another address`);
  });
}

/** Throws TargetError if the body is not JSON. */
function jsonOf(exchange: Exchange): unknown {
  try {
    return exchange.json();
  } catch {
    throw new TargetError(`the target did not answer with JSON to ${exchange.title}`);
  }
}

/** What to do, by status code. */
const remedies: Readonly<Record<number, string>> = {
  401: ': its credentials are not accepted; use a connection file of this target, or another --context',
  403: ': the user of the connection file is not an administrator; use another --context or file',
};

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message || error.name;
}

/** Returns the vendor whose API groups the target serves. Throws TargetError if --vendor names another one. */
async function vendorFor(wire: Wire, named: VendorId | undefined): Promise<Vendor> {
  const found = servedVendor(await groupsOf(wire, named !== undefined));
  if (named !== undefined && found !== undefined && found !== named) {
    throw new TargetError(
      `--vendor ${named}: the target serves the API groups of vendor ${found}: use --vendor ${found}, or leave it out`,
    );
  }
  const vendor = named ?? found;
  if (vendor !== undefined) return vendorOf(vendor);
  throw new TargetError('cannot tell the vendor of the target from its API groups; say it with --vendor');
}

/** Names of the API groups. `lenient`: returns an empty list if the target does not list them. */
async function groupsOf(wire: Wire, lenient: boolean): Promise<readonly string[]> {
  try {
    return listAt(await documentOf(wire, '/apis'), 'groups').map((group) => textAt(group, 'name'));
  } catch (error) {
    if (!lenient) throw error;
    return [];
  }
}

const needs: readonly Need[] = [
  'namespace',
  'impersonation',
  'anonymous',
  'http2',
  'rbac',
  'node-authorizer',
  'agent',
  'agent-credentials',
];

async function explore(wire: Wire, bare: Wire, vendor: Vendor, options: TargetOptions) {
  const version = textAt(await documentOf(wire, '/version'), 'gitVersion');
  const missing = await missingNeeds(wire, bare, vendor, options);
  return { version, missing, features: new Set(needs.filter((need) => !missing.has(need))) };
}

async function missingNeeds(
  wire: Wire,
  bare: Wire,
  vendor: Vendor,
  options: TargetOptions,
): Promise<Map<Need, string>> {
  const missing = new Map<Need, string>();
  if (options.agentServer === undefined) missing.set('agent', 'no node agent was given (--agent-url)');
  if (options.agentServer === undefined) missing.set('agent-credentials', 'no node agent was given (--agent-url)');
  const { kubeconfig, server = kubeconfig.server } = options;
  if (!(await reached(speaksHttp2(server)))) missing.set('http2', 'the target does not support HTTP/2');
  if ((await reached(bare.get('/api'))).status === 401)
    missing.set('anonymous', 'the target refuses anonymous requests');
  if (!(await canImpersonate(wire, vendor))) {
    for (const need of ['impersonation', 'rbac', 'node-authorizer'] as const)
      missing.set(need, 'the user of the configuration may not impersonate other users');
    return missing;
  }
  const stranger = { user: 'conformance:stranger', groups: [] };
  if (await allowed(wire, vendor, stranger, 'list', 'secrets'))
    missing.set('rbac', 'the target allows everything to every user');
  const node = { user: 'system:node:conformance-probe', groups: ['system:nodes'] };
  if (missing.has('rbac') || !(await allowed(wire, vendor, node, 'get', 'services'))) {
    missing.set('node-authorizer', 'the target has no node authorization');
  }
  return missing;
}

async function canImpersonate(wire: Wire, vendor: Vendor): Promise<boolean> {
  const body = { apiVersion: vendor.fill('authentication.{api}/v1'), kind: 'SelfSubjectReview' };
  const headers = { 'impersonate-user': 'conformance:probe', 'impersonate-group': 'system:authenticated' };
  const path = vendor.fill('/apis/authentication.{api}/v1/selfsubjectreviews');
  const answer = await reached(wire.post(path, body, { headers }));
  return answer.status < 300 && textAt(jsonOf(answer), 'status.userInfo.username') === 'conformance:probe';
}

async function allowed(
  wire: Wire,
  vendor: Vendor,
  who: { user: string; groups: string[] },
  verb: string,
  resource: string,
) {
  const body = {
    apiVersion: vendor.fill('authorization.{api}/v1'),
    kind: 'SubjectAccessReview',
    spec: { ...who, resourceAttributes: { verb, resource, namespace: 'default', name: 'probe' } },
  };
  const path = vendor.fill('/apis/authorization.{api}/v1/subjectaccessreviews');
  const answer = await reached(wire.post(path, body));
  return answer.status < 300 && valueAt(jsonOf(answer), 'status.allowed') === true;
}
