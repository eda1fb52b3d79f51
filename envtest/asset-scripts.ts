// The programs in the folder of a test environment, as scripts. Each script replaces itself (`exec`) with a program of this
// installation, or with the host's client, so that signals reach the program and its exit code is returned.

import { shellWord } from '../shared/process/host/shell-word.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';

export interface Installation {
  /** Absolute path of the Node that runs the programs. */
  readonly node: string;
  /** Absolute path of the folder with the programs' starters. */
  readonly programs: string;
  readonly version: string;
  /** The help texts of the server and of the stand-in for etcd: a test environment reads them before each start. */
  readonly help: { readonly server: string; readonly etcd: string };
  /** The default for `--controllers` if the environment variable is not set. */
  readonly controllers: string;
}

/** In the first lines of each script: only such files are replaced. */
export const scriptMark = 'Written by `orchkit envtest`';
/** Environment variable that says which controllers run. */
export const controllersVariable = 'ORCHKIT_CONTROLLERS';

/** The text of each script by its file name. */
export function assetScripts(vendor: Vendor, installation: Installation): ReadonlyMap<string, string> {
  const server = vendor.fill('{short}-apiserver');
  const client = vendor.fill('{short}ctl');
  const { controllers, help } = installation;
  const chosen = `"--controllers=\${${controllersVariable}-${controllers}}"`;
  return new Map([
    [
      server,
      programScript(installation, 'orch-apiserver', {
        words: [`--vendor=${vendor.id}`, '--etcd-stand-in', chosen].join(' '),
        help: help.server,
      }),
    ],
    ['etcd', programScript(installation, 'orchkit', { words: 'etcd', help: help.etcd })],
    [client, clientScript(installation, client)],
  ]);
}

function head({ version }: Installation): string {
  return `#!/bin/sh\n# ${scriptMark} ${version}.\n`;
}

interface Program {
  readonly words: string;
  readonly help: string;
}

/** Marks the end of the help in a script. */
const endOfHelp = 'END-OF-HELP';

function programScript(installation: Installation, program: string, { words, help }: Program): string {
  const node = shellWord(installation.node);
  const starter = shellWord(`${installation.programs}/${program}.js`);
  return `${head(installation)}for file in ${node} ${starter}; do
  [ -e "$file" ] && continue
  echo "$0: $file is missing; write this folder anew with \\\`npx orchkit envtest\\\`" >&2
  exit 1
done
if [ "$#:$1" = 1:--help ]; then
  cat <<'${endOfHelp}'
${help.trimEnd()}
${endOfHelp}
  exit 0
fi
exec ${node} ${starter} ${words} "$@"
`;
}

/** Skips other folders of this kind: two of them on the PATH would call each other endlessly. */
function clientScript(installation: Installation, client: string): string {
  return `${head(installation)}IFS=:
for folder in $PATH; do
  file="\${folder:-.}/${client}"
  [ -f "$file" ] && [ -x "$file" ] || continue
  case $(head -c 100 "$file" | tr -d '\\000') in *'orchkit envtest'*) continue ;; esac
  unset IFS
  exec "$file" "$@"
done
echo "$0: this host has no ${client} on its PATH; install it, or name one in TEST_ASSET_${client.toUpperCase()}" >&2
exit 127
`;
}
