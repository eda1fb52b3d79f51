// The agent's certificates, composed: which connection it is itself with, what it serves under, and the loops that renew
// both.

import { ApiClient } from '../shared/client/request/api-client.ts';
import type { PemSource } from '../shared/client/connection/config-section.ts';
import type { Connection } from '../shared/client/connection/connection.ts';
import type { ConnectionConfig } from '../shared/client/connection/connection-config.ts';
import { silentLog } from '../shared/process/log/log.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentEnvironment, AgentParts } from './agent-parts.ts';
import type { AgentSettings } from './config/agent-settings.ts';
import {
  CertificateFolder,
  type HeldCertificate,
  pemTexts,
  readPair,
  UnusableCertificate,
} from './certificate/certificate-folder.ts';
import { CertificateKeeper, type CertificateRoute } from './certificate/certificate-keeper.ts';
import { bootstrapRoute, clientCredentials, joined, signingRequests } from './certificate/joining.ts';
import { clientTerms, servingTerms } from './certificate/node-terms.ts';
import { addressReader } from './node/node-addresses.ts';
import { followedFiles } from './server/certificate/followed-files.ts';
import { SelfSignedKeeper } from './server/certificate/self-signed-keeper.ts';
import {
  selfSigned,
  type SelfSignedOptions,
  type ServingCertificate,
  servingCertificate,
} from './server/certificate/serving-certificate.ts';
import { watchdog } from './watchdog/watchdog.ts';

/** A client certificate without renewal is warned about when less than this is left, in milliseconds. */
const lastWarning = 30 * 24 * 3_600_000;

export interface NodeIdentity {
  readonly nodeName: string;
  readonly userAgent: string;
}

/**
 * How the agent reaches the API service as this node; undefined: it stands alone. Waits, for as long as it takes, until a
 * host that has only a bootstrap token is let in; rejects with the signal's reason when that aborts meanwhile.
 */
export async function ownConnection(
  settings: AgentSettings,
  environment: AgentEnvironment,
  identity: NodeIdentity,
): Promise<ConnectionConfig | undefined> {
  const folder = clientFolder(settings, environment);
  // Makes good what a crash may have left.
  if (settings.joining !== undefined) await folder.load();
  const config =
    settings.joining === undefined
      ? settings.connection
      : await join(settings.joining, settings, environment, identity);
  const { certificate, key } = config?.credentials ?? {};
  if (config === undefined || certificate === undefined || key === undefined) return config;
  if (settings.joining === undefined) await refuseEnded(config, folder, environment);
  await warnOfBeginning(certificate, key, environment);
  if (settings.loaded.configuration.rotateCertificates) {
    await seed(folder, certificate, key);
    const { certificate: _certificate, key: _key, ...others } = config.credentials;
    return { ...config, credentials: { ...others, ...clientCredentials(folder) } };
  }
  await warnOfEnd(certificate, key, environment);
  return config;
}

async function join(
  joining: NonNullable<AgentSettings['joining']>,
  { certificateDirectory }: AgentSettings,
  { vendor, clock, log, signal, notifier }: AgentEnvironment,
  identity: NodeIdentity,
): Promise<ConnectionConfig> {
  const ended = new AbortController();
  // The approval may take longer than the init system's start timeout. So the agent notifies readiness and signs of life.
  const alive = watchdog({ notifier, checks: [], clock, log })?.run(ended.signal);
  let told = false;
  const waiting = (line: string): void => {
    void (told ? notifier.status(line) : notifier.ready(line));
    told = true;
  };
  // Between two attempts nothing else keeps the process alive.
  const awake = setInterval(() => {}, 60_000);
  try {
    return await joined({ ...joining, certificateDirectory, vendor, clock, log, signal, waiting, ...identity });
  } finally {
    clearInterval(awake);
    ended.abort();
    await alive;
  }
}

/** With an expired certificate and no token every request would fail. Other faults are reported elsewhere. */
async function refuseEnded(
  { credentials: { certificate, key, token, tokenFile } }: ConnectionConfig,
  folder: CertificateFolder,
  { clock }: AgentEnvironment,
): Promise<void> {
  if (certificate === undefined || key === undefined || token !== undefined || tokenFile !== undefined) return;
  const named = await pairOf(certificate, key).catch(() => undefined);
  const ends = Math.max(named?.notAfter ?? Infinity, (await folder.load())?.notAfter ?? 0);
  if (ends > clock.now()) return;
  throw new Error(
    `the client certificate ended at ${new Date(ends).toISOString()}: get a new connection file for this node, ` +
      'or name one with a token by --bootstrap-kubeconfig',
  );
}

/** Of the pair that the connection file names and the one in the folder, the one that ends later is used from now on. */
async function seed(folder: CertificateFolder, certificate: PemSource, key: PemSource): Promise<void> {
  const kept = await folder.load();
  if ('file' in certificate && certificate.file === folder.currentPath) {
    if (kept === undefined) throw new Error(`${folder.currentPath} holds no client certificate with its key`);
    return;
  }
  const named = await pairOf(certificate, key);
  if (kept === undefined || kept.notAfter < named.notAfter) await folder.keep(named.certificate, named.key);
}

async function pairOf(certificate: PemSource, key: PemSource): Promise<Omit<HeldCertificate, 'since'>> {
  return readPair(await pemTexts(certificate, key));
}

/** The API service only says that it does not know the agent: mostly the clock of the host is wrong. */
async function warnOfBeginning(
  certificate: PemSource,
  key: PemSource,
  { clock, log }: AgentEnvironment,
): Promise<void> {
  const pair = await pairOf(certificate, key).catch(() => undefined);
  if (pair === undefined || pair.notBefore <= clock.now()) return;
  log.warn('the client certificate is not valid yet: is the clock of this host right?', {
    begins: new Date(pair.notBefore).toISOString(),
  });
}

async function warnOfEnd(certificate: PemSource, key: PemSource, { clock, log }: AgentEnvironment): Promise<void> {
  try {
    const { notAfter } = await pairOf(certificate, key);
    if (notAfter - clock.now() > lastWarning) return;
    log.warn('the client certificate is not renewed: rotateCertificates is off', {
      ends: new Date(notAfter).toISOString(),
    });
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    log.warn('the client certificate cannot be used', { error: error.message });
  }
}

/** Renews the client certificate; undefined: it is not the agent's to renew. */
export async function clientKeeper(parts: AgentParts, connection: Connection): Promise<Loop | undefined> {
  const { settings, environment, nodeName, metrics } = parts;
  if (!settings.loaded.configuration.rotateCertificates) return undefined;
  const folder = clientFolder(settings, environment);
  const initial = await folder.load();
  if (initial === undefined) return undefined;
  const terms = clientTerms(environment.vendor, nodeName);
  return new CertificateKeeper({
    purpose: 'client',
    folder,
    initial,
    terms: async () => terms,
    route: async (held) => {
      // It expired while the API server was unreachable for long: then only the token helps.
      const ended = held !== undefined && held.notAfter <= environment.clock.now();
      return ended && settings.joining !== undefined
        ? bootstrapRoute({ ...settings.joining, ...environment, userAgent: parts.userAgent })
        : ownRoute(connection, environment);
    },
    clock: environment.clock,
    log: environment.log,
    metrics,
  });
}

/** The pair to serve under at the start; undefined: the API service has signed none yet, and until then no handshake succeeds. */
export async function servingPair(parts: AgentParts): Promise<ServingCertificate | undefined> {
  const { tlsCertFile, tlsPrivateKeyFile } = parts.settings.loaded.configuration;
  if (asksForServing(parts)) return validPair(parts);
  return servingCertificate({
    certificateFile: tlsCertFile,
    keyFile: tlsPrivateKeyFile,
    ...(await selfSignedOptions(parts)),
  });
}

/**
 * Gets and renews the serving certificate: from the API service, then also when the host's addresses change, or by signing it
 * itself; one that is given is followed. Undefined: there is nothing to renew.
 */
export async function servingKeeper(
  parts: AgentParts,
  use: (pair: ServingCertificate) => void,
): Promise<Loop | undefined> {
  const { settings, environment, nodeName, metrics, connection } = parts;
  if (connection === undefined || !asksForServing(parts)) return selfSignedKeeper(parts, use);
  return new CertificateKeeper({
    purpose: 'serving',
    folder: servingFolder(settings, environment),
    initial: await validPair(parts),
    terms: async () => servingTerms(environment.vendor, nodeName, await signedNames(parts)),
    route: async () => ownRoute(connection, environment),
    renewed: use,
    clock: environment.clock,
    log: environment.log,
    metrics,
  });
}

async function selfSignedKeeper(
  parts: AgentParts,
  renewed: (pair: ServingCertificate) => void,
): Promise<Loop | undefined> {
  const { clock, log } = parts.environment;
  if (parts.settings.loaded.configuration.tlsCertFile !== undefined) return givenPairFollower(parts, renewed);
  const initial = await servingPair(parts);
  if (initial === undefined) return undefined;
  const make = async (): Promise<ServingCertificate> => selfSigned(await selfSignedOptions(parts));
  return new SelfSignedKeeper({ initial, make, renewed, clock, log, metrics: parts.metrics });
}

/** Puts the given pair into use when its files are replaced. */
async function givenPairFollower(
  parts: AgentParts,
  use: (pair: ServingCertificate) => void,
): Promise<Loop | undefined> {
  const { tlsCertFile, tlsPrivateKeyFile } = parts.settings.loaded.configuration;
  const initial = await servingPair(parts);
  if (tlsCertFile === undefined || tlsPrivateKeyFile === undefined || initial === undefined) return undefined;
  const { clock, log } = parts.environment;
  return followedFiles({
    name: 'serving-files',
    paths: [tlsCertFile, tlsPrivateKeyFile],
    initial: [initial.certificate, initial.key],
    use: ([certificate = '', key = '']) => use({ certificate, key }),
    clock,
    log,
    metrics: parts.metrics,
  });
}

function ownRoute({ transport }: Connection, { clock, vendor }: AgentEnvironment): CertificateRoute {
  return { ...signingRequests(new ApiClient(transport, { clock }), vendor), close: async () => {} };
}

async function selfSignedOptions(parts: AgentParts): Promise<SelfSignedOptions> {
  const { settings, environment, nodeName } = parts;
  const { ipAddresses } = await servingNames(parts);
  return { folder: settings.certificateDirectory, hostName: nodeName, ipAddresses, clock: environment.clock };
}

function asksForServing({ settings, connection }: AgentParts): boolean {
  const { serverTLSBootstrap, tlsCertFile } = settings.loaded.configuration;
  return serverTLSBootstrap && tlsCertFile === undefined && connection !== undefined;
}

async function validPair({ settings, environment }: AgentParts): Promise<HeldCertificate | undefined> {
  const kept = await servingFolder(settings, environment).load();
  return kept !== undefined && kept.notAfter > environment.clock.now() ? kept : undefined;
}

/** For the serving certificate that the API service signs: the names that it knows the node by. */
async function signedNames(parts: AgentParts) {
  if (parts.settings.cloudProvider !== 'external') return servingNames(parts);
  const found = parts.addresses.list();
  const ipAddresses = found.filter(({ type }) => type.endsWith('IP')).map(({ address }) => address);
  return { ipAddresses, dnsNames: found.filter(({ type }) => !type.endsWith('IP')).map(({ address }) => address) };
}

async function servingNames({ settings, environment, nodeName }: AgentParts) {
  const hostNameType = environment.vendor.behaviour.hostNameAddress;
  const read = addressReader({
    hostName: nodeName,
    nodeIps: settings.nodeIps,
    hostNameType,
    fromCloud: false,
    // The status reporter logs unusable addresses.
    log: silentLog,
    ...(settings.network === undefined ? {} : { network: settings.network }),
  });
  const addresses = await read([]);
  return {
    dnsNames: [nodeName],
    ipAddresses: addresses.filter(({ type }) => type === 'InternalIP').map(({ address }) => address),
  };
}

function clientFolder({ certificateDirectory }: AgentSettings, { clock }: AgentEnvironment): CertificateFolder {
  return new CertificateFolder({ folder: certificateDirectory, name: 'kubelet-client', clock });
}

function servingFolder({ certificateDirectory }: AgentSettings, { clock }: AgentEnvironment): CertificateFolder {
  return new CertificateFolder({ folder: certificateDirectory, name: 'kubelet-server', clock });
}
