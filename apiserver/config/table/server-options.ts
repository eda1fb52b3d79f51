// The table of the server's options, each with its flags, and what follows from it: the command line of orch-apiserver, the
// options that it stands for, and the check of options that are given in code.

import { describeGates } from '../../../shared/process/command-line/feature-gates.ts';
import { choiceFlag, type FlagValues, integerFlag, switchFlag } from '../../../shared/process/command-line/flag.ts';
import { admissionPluginNames } from '../../admission/make-admission.ts';
import { askStandIn, folderBeside } from '../folder/stand-in-folder.ts';
import { inertFlags } from '../flag/inert-flags.ts';
import { describeUnserved, unservedFlags } from '../flag/unserved-flags.ts';
import { pathFlag } from '../flag/value-flags.ts';
import { serverGates } from '../option/gates.ts';
import { checkAll, flagsOf, formOf, type OptionTable, readAll } from '../option/option-entry.ts';
import type { ApiServerOptions } from '../option/options.ts';
import { accessOptions } from './access-options.ts';
import { serviceAccounts } from './account-options.ts';
import { audit } from './audit-options.ts';
import { controllerOptions } from './controller-options.ts';
import { manifestOptions } from './manifest-options.ts';
import { nodeOptions } from './node-options.ts';
import { objectOptions } from './object-options.ts';
import { processOptions } from './process-options.ts';
import { servingOptions } from './serving-options.ts';
import { storageOptions } from './storage-options.ts';
import { vendor } from './vendor-option.ts';

const table = {
  vendor,
  ...storageOptions,
  ...servingOptions,
  ...accessOptions,
  serviceAccounts,
  ...nodeOptions,
  ...controllerOptions,
  ...processOptions,
  ...objectOptions,
  ...manifestOptions,
  audit,
} satisfies OptionTable<ApiServerOptions>;

/** Flags that only the program has. The library has no option for them. */
const programFlags = {
  'etcd-stand-in': switchFlag(
    'ask the one address of --etcd-servers whether it is the stand-in of `orchkit envtest`; then an embedded store in its folder has the objects',
  ),
  'ready-file': pathFlag('file that exists while the server is ready, with its address in it', { value: 'FILE' }),
  wait: switchFlag(
    'run the command after -- with KUBECONFIG set once the server is ready, and end with its exit code; all is in memory, on ' +
      'any free port of loopback, where no flag says otherwise',
  ),
  v: integerFlag('log level; 2 and more: debugging', { default: 0, short: 'v' }),
  'logging-format': choiceFlag('form of log lines', ['text', 'json'], { default: 'text' }),
};

/** The flags of orch-apiserver. Any other is refused. */
export const serverFlags = { ...flagsOf(table), ...programFlags, ...unservedFlags, ...inertFlags };

export type ServerFlags = FlagValues<typeof serverFlags>;

/** For help. */
export const serverNotes = `Admission plug-ins: ${admissionPluginNames.join(', ')}\n\n${describeGates(serverGates)}\n\n${describeUnserved()}`;

/**
 * Throws UsageError for invalid values and for flags that exclude each other, an Error that names the flag for a file that
 * cannot be read or has invalid content.
 */
export async function optionsOfFlags(flags: ServerFlags): Promise<ApiServerOptions> {
  await checkAll(table, flags);
  const options: ApiServerOptions = await readAll(table, flags);
  return flags['etcd-stand-in'] ? besideStandIn(options) : options;
}

/** The options with a folder in place of a stand-in for etcd; as they are where there is none. */
async function besideStandIn(options: ApiServerOptions): Promise<ApiServerOptions> {
  const { etcd, leaderElection: _ofSeveral, ...alone } = options;
  const [server, ...further] = etcd?.servers ?? [];
  if (etcd === undefined || server === undefined || further.length > 0) return options;
  const standIn = await askStandIn(server);
  if (standIn === undefined) return options;
  return { ...alone, dataDir: folderBeside(standIn, etcd.prefix ?? ''), unsafeNoFsync: !standIn.sync };
}

const form = formOf(table);

/** Throws a TypeError that names the first option that is unknown or has not its form. */
export function checkOptions(given: unknown): void {
  form(given, '');
}
