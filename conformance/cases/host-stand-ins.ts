// An agent's check of its host (`verify --output=json`), on a host that seems to have another `nft` tool or another kernel:
// the tool is a program of that name before all others on the path, the kernel a file laid over the one that tells its
// release, in a mount namespace of the agent's own. Nothing of the host changes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type CaseContext, NotObservable } from './case.ts';

/** What the host seems to have; what is absent is as it is. */
export interface StandIns {
  /** What `nft --version` prints. */
  readonly nft?: string;
  /** The release of the kernel. */
  readonly kernel?: string;
}

/** One line of the check's answer. */
export interface HostFinding {
  readonly check: string;
  readonly verdict: 'ok' | 'warning' | 'failure';
  readonly found: string;
  readonly advice?: string;
}

/** What the check says about one thing, and how it ended. Throws NotObservable when the agent or the host has no such thing. */
export async function findingOf(
  c: CaseContext,
  check: 'nft' | 'kernel',
  host: StandIns,
  flags: readonly string[],
): Promise<HostFinding & { readonly code: number | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-host-'));
  try {
    const path = [folder, process.env['PATH'] ?? ''].join(delimiter);
    if (host.nft !== undefined) {
      await writeFile(join(folder, 'nft'), `#!/bin/sh\necho '${host.nft}'\n`, { mode: 0o755 });
    }
    const { code, output } = await c.runAgent({
      flags: ['verify', '--output=json', ...flags],
      environment: { PATH: path },
      prefix: host.kernel === undefined ? [] : await underKernel(folder, host.kernel),
    });
    if (output.includes(cannotLayOver)) throw new NotObservable('nothing can be laid over the release of this kernel');
    const finding = findingsIn(output).find((each) => each.check === check);
    if (finding === undefined) throw new NotObservable(`the agent has no command "verify" that looks at ${check}`);
    return { ...finding, code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cannotLayOver = 'the release of the kernel stays';

/** Words before a command that then sees another release of the kernel: as root, or in a user namespace of its own. */
async function underKernel(folder: string, release: string): Promise<readonly string[]> {
  const file = join(folder, 'osrelease');
  await writeFile(file, `${release}\n`);
  const own = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const lay = `mount --bind '${file}' /proc/sys/kernel/osrelease || { echo '${cannotLayOver}'; exit 1; }`;
  const words = ['unshare', ...own, '--mount', 'sh', '-c', `${lay}; exec "$@"`, 'sh'];
  // A host without the tool, or that forbids it, answers like one on which the file cannot be laid over.
  return [
    'sh',
    '-c',
    `unshare ${own.join(' ')} --mount true || { echo '${cannotLayOver}'; exit 1; }; exec "$@"`,
    'sh',
    ...words,
  ];
}

/** The list in the JSON that stands among other lines. */
function findingsIn(output: string): readonly HostFinding[] {
  try {
    const answer = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as unknown;
    const { checks = [] } = answer as { readonly checks?: readonly HostFinding[] };
    return checks;
  } catch {
    return [];
  }
}
