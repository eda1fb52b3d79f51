// `orch-agent verify`: checks the host before anything is started, and prints each finding with a remedy.
// Exit code 0 when nothing fails, warnings included; 1 otherwise. Changes nothing.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../shared/client/connection/connection.ts';
import { type ConnectionConfig, readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { command } from '../../shared/process/command-line/command.ts';
import { choiceFlag, switchFlag } from '../../shared/process/command-line/flag.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { CertificateFolder, pemTexts } from '../certificate/certificate-folder.ts';
import type { AgentConfiguration } from '../config/configuration.ts';
import { type AgentFlags, agentFlags } from '../config/flags.ts';
import { configurationOfFlags, foldersOf } from '../config/settings.ts';
import { grpcRuntime } from '../cri/grpc-runtime.ts';
import { specifiedIps } from '../node/node-addresses.ts';
import { hostAddresses } from '../host/node-ip.ts';
import { readHostFacts } from '../host/host-facts.ts';
import { nodeNameOf } from '../host/node-name.ts';
import { type Check, failure, ok } from '../verify/check.ts';
import {
  authorityCheck,
  certificateCheck,
  nodeNameCheck,
  ownCertificateCheck,
  portCheck,
  runtimeCheck,
  serverChecks,
} from '../verify/connection-checks.ts';
import {
  cgroupCheck,
  folderCheck,
  kernelCheck,
  nodeIpCheck,
  packetFilterCheck,
  type ProxyMode,
  rightsCheck,
  spaceCheck,
  swapCheck,
  thisHost,
} from '../verify/host-checks.ts';
import { seccompCheck } from '../verify/seccomp-check.ts';
import { overall, reportText, runChecks } from '../verify/run-checks.ts';

const mebibyte = 1024 * 1024;
/** Bytes that should be free for the agent's own files, and for one archive of a small container. */
const leastForAgent = 100 * mebibyte;
const leastForArchive = 500 * mebibyte;
/** Most milliseconds for a call to the runtime. */
const runtimePatience = 10_000;

export const verifyCommand = command({
  name: 'verify',
  summary: 'check this host before the agent runs on it',
  description:
    'Looks at runtime, rights, control groups, clock, disks, certificates, API service, kernel and ports, with the same ' +
    'flags as the agent. Exits with 0 when nothing fails, warnings included, and with 1 otherwise.',
  flags: {
    ...agentFlags,
    'proxy-mode': choiceFlag('how the service proxy of this host is going to run; nftables needs a newer host', [
      'iptables',
      'ipvs',
      'nftables',
    ]),
    'proxy-skip-kernel-version-check': switchFlag(
      'the proxy is set to nftables.skipKernelVersionCheck; not for production',
    ),
    output: choiceFlag('a table, or JSON for programs', ['text', 'json'], { short: 'o', default: 'text' }),
  },
  run: async ({ flags, given, output }) => {
    const { configuration } = await configurationOfFlags(flags, given);
    const connection = await connectionChecks(flags, configuration);
    const proxy = {
      nftables: flags['proxy-mode'] === 'nftables',
      skipsKernelVersion: flags['proxy-skip-kernel-version-check'],
    };
    const checks = [...hostChecks(flags, configuration, proxy), ...connection.checks];
    const results = await runChecks(checks, systemClock);
    await connection.close();
    const verdict = overall(results);
    const text =
      flags.output === 'json' ? JSON.stringify({ verdict, checks: results }, undefined, 2) : reportText(results);
    output.out(`${text}\n`);
    return verdict === 'failure' ? 1 : 0;
  },
});

function hostChecks(flags: AgentFlags, configuration: AgentConfiguration, proxy: ProxyMode): readonly Check[] {
  const { rootDirectory } = foldersOf(flags);
  const archives = join(rootDirectory, 'checkpoints');
  const nodeIps = specifiedIps(flags['node-ip']);
  const { containerRuntimeEndpoint, address, port, healthzBindAddress, healthzPort } = configuration;
  return [
    rightsCheck(thisHost),
    runtimeOf(containerRuntimeEndpoint),
    cgroupCheck(thisHost),
    swapCheck(thisHost),
    kernelCheck(thisHost, proxy),
    packetFilterCheck(thisHost, proxy),
    folderCheck(thisHost, rootDirectory, archives),
    seccompCheck(join(rootDirectory, 'seccomp')),
    spaceCheck(thisHost, 'space', rootDirectory, leastForAgent),
    spaceCheck(thisHost, 'space-checkpoints', archives, leastForArchive),
    ...(nodeIps.length === 0 ? [] : [nodeIpCheck(nodeIps, hostAddresses)]),
    ...(port === 0 ? [] : [portCheck('port', address, port)]),
    ...(healthzPort === 0 ? [] : [portCheck('health-port', healthzBindAddress, healthzPort)]),
  ];
}

function runtimeOf(endpoint: string): Check {
  try {
    return runtimeCheck(grpcRuntime({ endpoint, callTimeout: runtimePatience }), endpoint);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { name: 'runtime', look: async () => failure(found, 'name a socket with --container-runtime-endpoint') };
  }
}

async function connectionChecks(
  flags: AgentFlags,
  configuration: AgentConfiguration,
): Promise<{ readonly checks: readonly Check[]; close(): Promise<void> }> {
  const authorities = configuration.authentication.x509.clientCAFile;
  const serving = [
    servingCheck(flags, configuration),
    ...(authorities === undefined ? [] : [authorityCheck(authorities)]),
  ];
  const found = await connectionOf(flags, configuration);
  const nodeName = async (): Promise<string> =>
    nodeNameOf((await readHostFacts()).hostName, flags['hostname-override']);
  if ('check' in found) {
    return { checks: [nodeNameCheck(nodeName, undefined), ...serving, found.check], close: async () => {} };
  }
  const { config, joining } = found;
  const connection = connect(config, { clock: systemClock, vendor: vendorOf(flags.vendor) });
  const { reachable, clock } = serverChecks(connection.transport, config.server, systemClock);
  const { certificate, key } = config.credentials;
  const client = certificateCheck(
    'client-certificate',
    systemClock,
    async () => (certificate === undefined || key === undefined ? undefined : pemTexts(certificate, key)),
    {
      absent: joining ? 'none yet: the agent joins with its token' : 'none: the agent shows a token',
      advice: 'join again with --bootstrap-kubeconfig, and set rotateCertificates so that it is renewed',
    },
  );
  const checks = [nodeNameCheck(nodeName, config), ...serving, client, reachable, clock];
  return { checks, close: () => connection.close() };
}

/** Of the configured pair, or of the one that the agent signs itself, or has the API service sign. */
function servingCheck(
  flags: AgentFlags,
  { tlsCertFile, tlsPrivateKeyFile, serverTLSBootstrap }: AgentConfiguration,
): Check {
  const name = 'serving-certificate';
  const { certificateDirectory: folder } = foldersOf(flags);
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    return certificateCheck(name, systemClock, () => filesOf([tlsCertFile, tlsPrivateKeyFile], true), {
      absent: 'none',
      advice: 'renew the files of --tls-cert-file',
    });
  }
  if (serverTLSBootstrap && flags.kubeconfig !== undefined) {
    const { currentPath } = new CertificateFolder({ folder, name: 'kubelet-server', clock: systemClock });
    return ownCertificateCheck(name, systemClock, () => filesOf([currentPath], false), {
      absent: 'none yet: the agent requests one from the API service, and serves no requests until it is approved',
      advice: 'the agent requests a new one from the API service, which must be approved there',
    });
  }
  const own = [join(folder, 'kubelet.crt'), join(folder, 'kubelet.key')];
  return ownCertificateCheck(name, systemClock, () => filesOf(own, false), {
    absent: 'none yet: the agent makes one',
    advice: 'the agent makes a new one',
  });
}

type Found = { readonly config: ConnectionConfig; readonly joining: boolean } | { readonly check: Check };

/** The connection file, or before the host has joined the one with the token. */
async function connectionOf(flags: AgentFlags, { authorization }: AgentConfiguration): Promise<Found> {
  const { kubeconfig, 'bootstrap-kubeconfig': bootstrap } = flags;
  if (kubeconfig === undefined) {
    const alone =
      authorization.mode === 'AlwaysAllow'
        ? ok('without --kubeconfig the agent stands alone')
        : failure(
            'without --kubeconfig no API server can authorize callers',
            'give one, or --authorization-mode=AlwaysAllow',
          );
    return { check: { name: 'api', look: async () => alone } };
  }
  try {
    return { config: await readConnectionConfig(kubeconfig), joining: false };
  } catch (error) {
    if (bootstrap === undefined) return { check: unreadable(error) };
  }
  try {
    return { config: await readConnectionConfig(bootstrap), joining: true };
  } catch (error) {
    return { check: unreadable(error) };
  }
}

function unreadable(error: unknown): Check {
  const found = error instanceof Error ? error.message : String(error);
  return { name: 'api', look: async () => failure(found, 'get a connection file for this node, or join with a token') };
}

/** Undefined when the files need not be there and are not. */
async function filesOf(paths: readonly string[], needed: boolean): Promise<string | undefined> {
  try {
    const texts: string[] = [];
    for (const path of paths) texts.push(await readFile(path, 'utf8'));
    return texts.join('\n');
  } catch (error) {
    if (!needed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
