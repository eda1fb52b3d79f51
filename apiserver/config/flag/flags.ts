// The command line of orch-apiserver. Only what this build honours is declared: any other flag is refused.

import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import {
  choiceFlag,
  durationFlag,
  integerFlag,
  listFlag,
  switchFlag,
  valueFlag,
} from '../../../shared/process/command-line/flag.ts';
import { describeGates, FeatureGates, parseFeatureGates } from '../../../shared/process/command-line/feature-gates.ts';
import { vendorIds } from '../../../shared/vendor/profile.ts';
import { admissionPluginNames, checkKnownPlugin, checkPluginName } from '../../admission/make-admission.ts';
import { type AuthorizationMode, authorizationModes } from '../../authorization/make-authorizer.ts';
import { parseControllerChoice, selectableControllers } from '../../controller/controller-selection.ts';
import { apiVersion } from '../../endpoint/version.ts';
import { parseAddressRange } from '../../registry/allocation/address-range.ts';
import { addressTypes } from '../../registry/subresources/node-address.ts';
import { KeySpace } from '../../storage/etcd/key-space.ts';
import { parseServerAddress } from '../../storage/etcd/server-address.ts';
import { absentGates } from '../option/absent-parts.ts';
import { accountFlags } from './account-flags.ts';
import { parseRuntimeSetting } from '../option/runtime-config.ts';
import { electionFlags } from './election-flags.ts';
import { nodeLifecycleFlags } from './node-flags.ts';
import { objectFlags } from './object-flags.ts';
import { requestHeaderFlags } from './request-header-flags.ts';
import { servingFlags } from './serving-flags.ts';
import { inertFlags } from './inert-flags.ts';
import { describeUnserved, unservedFlags } from './unserved-flags.ts';
import { auditFlags } from './audit-flags.ts';
import { serverGates } from '../option/gates.ts';
import { addressFlag, checkedFlag, checkedListFlag, pathFlag } from './value-flags.ts';

const serving = 'Serving';
const access = 'Access';
const limits = 'Limits';
const nodes = 'Nodes';
const controllers = 'Controllers';
const storage = 'Storage';
type AddressType = (typeof addressTypes)[number];
const previousVersion = `${apiVersion.major}.${Number(apiVersion.minor) - 1}`;
const mode = (text: string) => authorizationModes.find((one) => one === text);

/** In place of a data folder: nothing is written to a disk. A folder of this name is `./memory`. */
export const inMemory = 'memory';

export const serverFlags = {
  vendor: choiceFlag('names and behaviours of the API', vendorIds, { default: 'orch' }),
  'data-dir': pathFlag('folder of objects (without etcd), keys and certificates; `memory`, the default: no files', {
    value: 'FOLDER',
  }),
  'kubeconfig-out': pathFlag('where the connection file of an administrator is written (mode 0600)', { value: 'FILE' }),
  'ready-file': pathFlag('file that is there while the server is ready, with its address in it', { value: 'FILE' }),
  wait: switchFlag(
    'run the command after -- with KUBECONFIG set once the server is ready, and end with its exit code; all is in memory, on ' +
      'any free port of loopback, where no flag says otherwise',
  ),
  'etcd-servers': checkedListFlag(
    'http or https addresses of etcd, where objects go; an embedded store when not given',
    parseServerAddress,
    { value: 'URL', group: storage },
  ),
  'etcd-prefix': checkedFlag('prefix of all keys in etcd', (text) => void new KeySpace(text), {
    value: 'PREFIX',
    default: '/registry',
    group: storage,
  }),
  'etcd-cafile': pathFlag('PEM of the authority of etcd', { value: 'FILE', group: storage }),
  'etcd-certfile': pathFlag('PEM of the client certificate for etcd', { value: 'FILE', group: storage }),
  'etcd-keyfile': pathFlag('PEM of its key', { value: 'FILE', group: storage }),
  'secure-port': integerFlag('port of the API; 0: any free one', { default: 6443, max: 65535, group: serving }),
  'bind-address': addressFlag('address to listen on', { default: '0.0.0.0', group: serving }),
  'advertise-address': addressFlag('address or name in the connection file', { group: serving }),
  'tls-cert-file': pathFlag('PEM of the serving certificate; one of an own authority when not given', {
    value: 'FILE',
    group: serving,
  }),
  'tls-private-key-file': pathFlag('PEM of its key', { value: 'FILE', group: serving }),
  'http2-max-streams-per-connection': integerFlag('streams at once on one connection; 0: 100', {
    default: 0,
    group: serving,
  }),
  'cors-allowed-origins': listFlag('regular expressions of origins that browsers may call from', { group: serving }),
  'strict-transport-security-directives': checkedListFlag(
    'directives of the Strict-Transport-Security header',
    requireDirective,
    { group: serving },
  ),
  'service-cluster-ip-range': checkedFlag('addresses of services', parseAddressRange, {
    value: 'CIDR',
    default: '10.0.0.0/24',
    group: serving,
  }),
  'service-node-port-range': valueFlag('ports of services of type NodePort, first and last', parsePortRange, {
    value: 'FIRST-LAST',
    what: 'a range of ports such as 30000-32767',
    format: ({ first, last }) => `${first}-${last}`,
    default: { first: 30_000, last: 32_767 },
    group: serving,
  }),
  'authorization-mode': listFlag<AuthorizationMode>(
    `modules in the order they are asked: ${authorizationModes.join(', ')}`,
    {
      parse: mode,
      what: `one of ${authorizationModes.join(', ')}`,
      default: ['AlwaysAllow'],
      group: access,
    },
  ),
  'anonymous-auth': switchFlag('serve requests without credentials as system:anonymous (never with AlwaysAllow)', {
    default: true,
    group: access,
  }),
  'client-ca-file': pathFlag('PEM of authorities for client certificates', { value: 'FILE', group: access }),
  'token-auth-file': pathFlag('static tokens, one line each: token,user,uid,"group1,group2"', {
    value: 'FILE',
    group: access,
  }),
  'enable-bootstrap-token-auth': switchFlag('take bootstrap tokens, kept as secrets, for credentials', {
    group: access,
  }),
  'enable-admission-plugins': checkedListFlag('plug-ins to add to those that are on by default', checkPluginName, {
    group: access,
  }),
  'disable-admission-plugins': checkedListFlag('plug-ins to take away from them', checkKnownPlugin, { group: access }),
  ...accountFlags,
  'kubelet-certificate-authority': pathFlag(
    'PEM of the authority of node agents; their certificates are not checked when not given',
    { value: 'FILE', group: nodes },
  ),
  'kubelet-client-certificate': pathFlag(
    'PEM of the client certificate for node agents; one of an own authority when not given',
    {
      value: 'FILE',
      group: nodes,
    },
  ),
  'kubelet-client-key': pathFlag('PEM of its key', { value: 'FILE', group: nodes }),
  'kubelet-preferred-address-types': listFlag<AddressType>('types of node addresses in the order they are tried', {
    parse: (text) => addressTypes.find((type) => type === text),
    what: `one of ${addressTypes.join(', ')}`,
    group: nodes,
  }),
  'node-joining': switchFlag(
    'let nodes join with bootstrap tokens: takes and cleans up the tokens, and binds the roles that joining needs',
    { group: nodes },
  ),
  'approve-node-serving': switchFlag(
    'approve serving certificates that node agents ask for; their names are not checked, so for tests only',
    { group: nodes },
  ),
  controllers: listFlag('controllers to run; * stands for those on by default, -name takes one away', {
    parse: parseControllerChoice,
    what: `*, or one of ${selectableControllers.join(', ')}, or one of them with a - before it`,
    default: ['*'],
    group: controllers,
  }),
  ...nodeLifecycleFlags,
  ...electionFlags,
  'cluster-signing-cert-file': pathFlag(
    'PEM of the authority that signs approved requests; its own when not given (clients are trusted by --client-ca-file)',
    { value: 'FILE', group: controllers },
  ),
  'cluster-signing-key-file': pathFlag('PEM of its key', { value: 'FILE', group: controllers }),
  'cluster-signing-duration': durationFlag('longest life of a signed certificate', {
    default: 365 * 24 * 3_600_000,
    group: controllers,
  }),
  'max-requests-inflight': integerFlag('reading requests at once; 0: no limit', { default: 400, group: limits }),
  'max-mutating-requests-inflight': integerFlag('mutating requests at once; 0: no limit', {
    default: 200,
    group: limits,
  }),
  'request-timeout': durationFlag('until a request that is no watch is given up', { default: 60_000, group: limits }),
  'min-request-timeout': integerFlag('seconds that a watch without a timeout lasts at least; at most twice as long', {
    default: 1800,
    min: 1,
    max: 1_000_000,
    group: limits,
  }),
  'event-ttl': durationFlag('how long events are kept; 0: for ever', { default: 3_600_000, group: limits }),
  'shutdown-delay-duration': durationFlag('how long a stopping server still answers', { default: 0, group: limits }),
  'livez-grace-period': durationFlag('start-up time in which liveness does not fail', { default: 0, group: limits }),
  'runtime-config': listFlag(
    'versions and resources to switch on or off: api/all, api/ga, api/beta, api/alpha, group/version or ' +
      'group/version/resource, each with =true or =false',
    { parse: parseRuntimeSetting, what: 'a setting', value: 'KEY=BOOL,...' },
  ),
  'show-hidden-metrics-for-version': valueFlag(
    'shows again the metrics that this version hides, when the version before is named',
    (text) => (text === previousVersion ? text : undefined),
    { value: 'VERSION', what: `${previousVersion}: only the version before this one can be named` },
  ),
  'feature-gates': valueFlag('features to switch on or off, Name=true,...', readGates, {
    value: 'LIST',
    what: 'a list of Name=true or Name=false',
  }),
  ...servingFlags,
  ...requestHeaderFlags,
  ...objectFlags,
  ...auditFlags,
  ...unservedFlags,
  ...inertFlags,
  v: integerFlag('how much is logged; 2 and more: debugging', { default: 0, short: 'v' }),
  'logging-format': choiceFlag('form of log lines', ['text', 'json'], { default: 'text' }),
};

export type ServerFlags = FlagValues<typeof serverFlags>;

/** For help. */
export const serverNotes = `Admission plug-ins: ${admissionPluginNames.join(', ')}\n\n${describeGates(serverGates)}\n\n${describeUnserved()}`;

/** Throws for a gate that cannot be set so, that a wrong command line fails before anything is started. */
function readGates(text: string): ReadonlyMap<string, boolean> {
  const settings = parseFeatureGates(text);
  void new FeatureGates(serverGates, settings, absentGates);
  return settings;
}

/** A name, or a name with a value, as a header may carry it. */
function requireDirective(text: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+(=([!#$%&'*+.^_`|~\w-]+|"[ -~]*"))?$/.test(text))
    throw new Error(`${JSON.stringify(text)} is no directive such as max-age=31536000`);
}

function parsePortRange(text: string): { readonly first: number; readonly last: number } | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  return range.first >= 1 && range.first <= range.last && range.last <= 65_535 ? range : undefined;
}
