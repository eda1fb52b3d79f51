// From flags to the options of the server: reads the files they name.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type {
  ApiServerOptions,
  CertificateSigningOptions,
  EtcdOptions,
  NodeConnectionOptions,
} from '../option/options.ts';
import { accountOptionsOf } from './account-flags.ts';
import { auditOf } from './audit-flags.ts';
import { electionOf } from './election-flags.ts';
import { nodeLifecycleOf } from './node-flags.ts';
import { objectOptionsOf } from './object-flags.ts';
import { originRule } from '../option/origin-rule.ts';
import { requestHeaderOf } from './request-header-flags.ts';
import { checkRuntimeConfig, type RuntimeConfig, RuntimeConfigError } from '../option/runtime-config.ts';
import { servingOf } from './serving-flags.ts';
import { inMemory, type ServerFlags } from './flags.ts';

/**
 * Throws UsageError for values that cannot be meant and for flags that do not stand together, an Error that names the flag
 * for a file that cannot be read or does not hold what it should.
 */
export async function optionsOfFlags(flags: ServerFlags): Promise<ApiServerOptions> {
  await refuseContradictions(flags);
  // One after another, here and below: of several files that cannot be used, the same one is always named.
  const clientCa = await pemOfFlag('client-ca-file', flags);
  const tokenFile = await contentOf('token-auth-file', flags['token-auth-file']);
  const signingKey = await pemOfFlag('service-account-signing-key-file', flags);
  const serving = await servingPairOf(flags);
  const nodeConnection = await nodeConnectionOf(flags);
  const etcd = await etcdOf(flags);
  const certificateSigning = await certificateSigningOf(flags);
  const audit = await auditOf(flags, vendorOf(flags.vendor));
  const listening = await servingOf(flags);
  const requestHeader = await requestHeaderOf(flags);
  const keyFiles = flags['service-account-key-file'];
  const verificationKeys: string[] = [];
  for (const path of keyFiles) verificationKeys.push(await pemOf('service-account-key-file', path));
  return {
    vendor: flags.vendor,
    ...given('etcd', etcd),
    address: flags['bind-address'],
    port: flags['secure-port'],
    ...given('advertisedHost', flags['advertise-address']),
    authorizationModes: flags['authorization-mode'],
    anonymousAuth: flags['anonymous-auth'],
    ...given('clientCa', clientCa),
    ...given('tokenFile', tokenFile),
    ...given('serving', serving),
    serviceAccounts: {
      ...accountOptionsOf(flags),
      // Tokens signed by the key of the serving certificate verify when no other key is named (AUTHN-040).
      verificationKeys: keyFiles.length > 0 || serving === undefined ? verificationKeys : [serving.privateKey],
      ...given('signingKey', signingKey),
    },
    enableAdmissionPlugins: flags['enable-admission-plugins'],
    disableAdmissionPlugins: flags['disable-admission-plugins'],
    nodeConnection,
    ...given('audit', audit),
    listening,
    ...given('requestHeader', requestHeader),
    ...given('certificateFolder', flags['cert-dir']),
    ...objectOptionsOf(flags),
    bootstrapTokenAuth: flags['enable-bootstrap-token-auth'],
    nodeJoining: flags['node-joining'],
    controllers: flags.controllers,
    nodeLifecycle: nodeLifecycleOf(flags),
    leaderElection: electionOf(flags, etcd !== undefined),
    certificateSigning,
    runtimeConfig: runtimeConfigOf(flags),
    ...given('showHiddenMetricsFor', flags['show-hidden-metrics-for-version']),
    ...given('featureGates', flags['feature-gates'] && Object.fromEntries(flags['feature-gates'])),
    limits: {
      maxReading: flags['max-requests-inflight'],
      maxMutating: flags['max-mutating-requests-inflight'],
      requestTimeout: flags['request-timeout'],
      shortestWatch: flags['min-request-timeout'],
      maxStreams: flags['http2-max-streams-per-connection'],
    },
    livezGracePeriod: flags['livez-grace-period'],
    shutdownDelay: flags['shutdown-delay-duration'],
    eventTtl: flags['event-ttl'],
    serviceRange: flags['service-cluster-ip-range'],
    nodePorts: flags['service-node-port-range'],
    corsAllowedOrigins: flags['cors-allowed-origins'],
    strictTransportSecurity: flags['strict-transport-security-directives'],
    ...given('dataDir', flags['data-dir'] === inMemory ? undefined : flags['data-dir']),
    ...given('kubeconfigPath', flags['kubeconfig-out']),
  };
}

/** The given pair, or the one in the folder of certificates under the name of the service. */
async function servingPairOf(flags: ServerFlags): Promise<ApiServerOptions['serving']> {
  const named = await keyPairOf('tls-cert-file', 'tls-private-key-file', flags);
  const folder = flags['cert-dir'];
  if (named !== undefined || folder === undefined) return named;
  try {
    const certificate = await readFile(join(folder, 'apiserver.crt'), 'utf8');
    return { certificate, privateKey: await readFile(join(folder, 'apiserver.key'), 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`--cert-dir: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function runtimeConfigOf(flags: ServerFlags): RuntimeConfig {
  return Object.fromEntries(flags['runtime-config']);
}

function given<K extends string, V>(name: K, value: V | undefined): { readonly [Name in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Name in K]: V });
}

async function nodeConnectionOf(flags: ServerFlags): Promise<NodeConnectionOptions> {
  const agentCa = await pemOfFlag('kubelet-certificate-authority', flags);
  const client = await keyPairOf('kubelet-client-certificate', 'kubelet-client-key', flags);
  const addressTypes = flags['kubelet-preferred-address-types'];
  return { ...given('agentCa', agentCa), ...given('client', client), addressTypes };
}

async function certificateSigningOf(flags: ServerFlags): Promise<CertificateSigningOptions> {
  const authority = await keyPairOf('cluster-signing-cert-file', 'cluster-signing-key-file', flags);
  const longest = flags['cluster-signing-duration'];
  if (longest < 1000) throw new UsageError('--cluster-signing-duration: a certificate lives at least one second');
  return { ...given('authority', authority), longest, approveServing: flags['approve-node-serving'] };
}

/** Undefined: no etcd is named. */
async function etcdOf(flags: ServerFlags): Promise<EtcdOptions | undefined> {
  const ca = await pemOfFlag('etcd-cafile', flags);
  const client = await keyPairOf('etcd-certfile', 'etcd-keyfile', flags);
  const servers = flags['etcd-servers'];
  if (servers.length > 0)
    return { servers, prefix: flags['etcd-prefix'], ...given('ca', ca), ...given('client', client) };
  if (ca !== undefined || client !== undefined)
    throw new UsageError('certificates for etcd are given without --etcd-servers');
  return undefined;
}

/** Flags that name a file. */
type FileFlag = {
  [Name in keyof ServerFlags]: ServerFlags[Name] extends string | undefined ? Name : never;
}[keyof ServerFlags];

/** The certificate and the key that two flags name; undefined when both are absent. */
async function keyPairOf(
  certificateFlag: FileFlag,
  keyFlag: FileFlag,
  flags: ServerFlags,
): Promise<{ readonly certificate: string; readonly privateKey: string } | undefined> {
  if ((flags[certificateFlag] === undefined) !== (flags[keyFlag] === undefined)) {
    throw new UsageError(`--${certificateFlag} and --${keyFlag} are given together or not at all`);
  }
  const certificate = await pemOfFlag(certificateFlag, flags);
  const privateKey = await pemOfFlag(keyFlag, flags);
  return certificate === undefined || privateKey === undefined ? undefined : { certificate, privateKey };
}

function pemOfFlag(flag: FileFlag, flags: ServerFlags): Promise<string | undefined> {
  const path = flags[flag];
  return path === undefined ? Promise.resolve(undefined) : pemOf(flag, path);
}

async function pemOf(flag: string, path: string): Promise<string> {
  const text = await contentOf(flag, path);
  if (!text.includes('-----BEGIN ')) throw new Error(`--${flag}: ${path} is no PEM file`);
  return text;
}

function contentOf(flag: string, path: string): Promise<string>;
function contentOf(flag: string, path: string | undefined): Promise<string | undefined>;
async function contentOf(flag: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`--${flag}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function refuseContradictions(flags: ServerFlags): Promise<void> {
  const { 'enable-admission-plugins': enabled, 'disable-admission-plugins': disabled } = flags;
  const twice = enabled.find((name) => disabled.includes(name));
  if (twice !== undefined) throw new UsageError(`admission plug-in ${twice} is both enabled and disabled`);
  const modes = flags['authorization-mode'];
  if (modes.length === 0) throw new UsageError('--authorization-mode needs at least one module');
  if (new Set(modes).size < modes.length)
    throw new UsageError(`--authorization-mode names a module twice: ${modes.join(',')}`);
  try {
    checkRuntimeConfig(vendorOf(flags.vendor), runtimeConfigOf(flags));
  } catch (error) {
    throw error instanceof RuntimeConfigError ? new UsageError(`--runtime-config: ${error.message}`) : error;
  }
  if (flags['request-timeout'] <= 0) throw new UsageError('--request-timeout must be longer than 0s');
  await originRule(flags['cors-allowed-origins']).catch((error: Error) => {
    throw new UsageError(`--cors-allowed-origins: ${error.message}`);
  });
}
