// The command line of the agent: the flags of the settings table, and those without a field in the configuration file. Flags
// override files; they are converted to the same form here.

import { isIP } from 'node:net';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import type { FlagValues } from '../../shared/process/command-line/flag.ts';
import {
  choiceFlag,
  integerFlag,
  listFlag,
  switchFlag,
  textFlag,
  valueFlag,
} from '../../shared/process/command-line/flag.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { overlay } from './configuration-file.ts';
import type { Content } from './field.ts';
import { flagsOf, pathFlag, type PlacedFlag } from './flagged-field.ts';
import { refusedFlags } from './refused-flags.ts';
import { fieldName, settingsTable } from './settings-table.ts';
import { parseLabel } from './written-settings.ts';

const node = { group: 'Node' };
const files = { group: 'Files' };

/** Flags without a field in the configuration file. */
const ownFlags = {
  config: pathFlag('configuration file', { ...files, value: 'FILE' }),
  'config-dir': pathFlag('folder of .conf files that are merged over the configuration file', {
    ...files,
    value: 'FOLDER',
  }),
  kubeconfig: pathFlag('how to reach the API server; without it the agent stands alone', { ...files, value: 'FILE' }),
  'bootstrap-kubeconfig': pathFlag(
    'how to reach the API server with a bootstrap token, to get the connection file that --kubeconfig names',
    { ...files, value: 'FILE' },
  ),
  'root-dir': pathFlag('folder of the agent', { ...files, value: 'FOLDER', default: '/var/lib/kubelet' }),
  'cert-dir': pathFlag(
    'folder of the certificates that the agent makes or is given (default: pki in the root folder)',
    { ...files, value: 'FOLDER' },
  ),
  'hostname-override': textFlag('name of the node instead of the host name', node),
  'node-ip': listFlag('address of the node, or one of each family; 0.0.0.0 or :: only choose the family', {
    ...node,
    parse: (value: string) => (isIP(value) === 0 ? undefined : value),
    what: 'an IP address',
  }),
  'node-labels': listFlag('labels of the node, key=value', {
    ...node,
    parse: parseLabel,
    what: 'a label key=value',
  }),
  'register-schedulable': switchFlag('let pods on a new node; without, it is marked unschedulable', {
    ...node,
    default: true,
  }),
  'cloud-provider': valueFlag(
    'external: a cloud controller writes the addresses of the node and lets pods on it; empty: there is none',
    (text) => (text === '' || text === 'external' ? text : undefined),
    { ...node, default: '', value: 'NAME', what: 'external or empty' },
  ),
  pods: choiceFlag(
    'on: run the pods that are bound to the node; off: only register it and serve its endpoints',
    ['on', 'off'],
    {
      ...node,
      default: 'off',
    },
  ),
  vendor: choiceFlag('vendor whose API names are used', vendorIds, { default: 'orch' }),
  v: integerFlag('verbosity of the log; details from 2', { short: 'v', default: 0, max: 10 }),
  'logging-format': choiceFlag('form of the log', ['text', 'json'], { default: 'text' }),
} as const;

/** Flags of fields, by name; a name that depends on the vendor is listed once for each vendor. */
const fieldFlags: ReadonlyMap<string, PlacedFlag> = new Map(
  flagsOf(settingsTable).flatMap((placed): [string, PlacedFlag][] =>
    [...new Set(vendorIds.map((id) => vendorOf(id).fill(placed.name)))].map((name) => [name, placed]),
  ),
);

export const agentFlags = {
  ...refusedFlags,
  ...(Object.fromEntries([...fieldFlags].map(([name, { flag }]) => [name, flag])) as object),
  ...ownFlags,
};

export type AgentFlags = FlagValues<typeof ownFlags & typeof refusedFlags>;

/** The settings of the given flags, in the form of a configuration file. */
export function configurationOf(flags: AgentFlags, given: ReadonlySet<string>): Content {
  const values: Readonly<Record<string, unknown>> = flags;
  const vendor = vendorOf(flags.vendor);
  let content: Content = {};
  for (const [name, { path, name: template, content: contentOf }] of fieldFlags) {
    if (!given.has(name)) continue;
    const own = vendor.fill(template);
    if (name !== own) throw new UsageError(`--${name} is that of another vendor: use --${own}`);
    const place = path.map((key) => fieldName(vendor, key));
    const layer = place.reduceRight<unknown>((inner, key) => ({ [key]: inner }), contentOf(values[name]));
    content = overlay(content, layer as Content);
  }
  return content;
}

/** The flag that set the value at a path of `configurationOf`. */
export function flagOf(path: readonly string[]): string {
  for (const id of vendorIds) {
    const vendor = vendorOf(id);
    for (const { name, path: place } of fieldFlags.values()) {
      if (place.every((key, at) => path[at] === fieldName(vendor, key))) return `--${vendor.fill(name)}`;
    }
  }
  return 'the command line';
}
