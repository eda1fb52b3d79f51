// Checks of the host itself: privileges, control groups, swap, kernel and packet filter, disk space.

import { execFile } from 'node:child_process';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkOwn } from '../checkpoint/archive-folder.ts';
import { nodeIpFault } from '../host/node-ip.ts';
import { type Check, failure, type Finding, ok, warning } from './check.ts';

/** The host as checks see it; tests replace it. */
export interface HostView {
  /** Where `/proc` and `/sys` are found. */
  readonly root: string;
  readonly uid: number;
  /** Output of a program; rejects when it is not there or fails. */
  readonly run: (program: string, args: readonly string[], signal: AbortSignal) => Promise<string>;
  /** Bytes of the file system that holds a path, which exists. */
  readonly space: (path: string) => Promise<{ readonly total: number; readonly available: number }>;
  /** Rejects when this process may not write into a folder, which exists. */
  readonly writable: (folder: string) => Promise<void>;
}

export const thisHost: HostView = {
  root: '/',
  uid: process.getuid?.() ?? 0,
  run: (program, args, signal) =>
    new Promise((resolve, reject) => {
      execFile(program, args, { signal, timeout: 10_000 }, (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(error);
      });
    }),
  space: async (path) => {
    const { bsize, blocks, bavail } = await statfs(path);
    return { total: bsize * blocks, available: bsize * bavail };
  },
  writable: (folder) => access(folder, constants.W_OK),
};

export function rightsCheck({ uid, root }: HostView): Check {
  return {
    name: 'rights',
    look: async () => {
      if (uid === 0) return ok('the agent runs as root');
      const status = await readFile(join(root, 'proc/self/status'), 'utf8').catch(() => '');
      const capabilities = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
      const overrides = (capabilities & 2n) !== 0n;
      const found = `the agent runs as user ${uid}${overrides ? ' with the capability to read all files' : ''}`;
      return overrides
        ? ok(found)
        : warning(found, 'run it as root: runtime sockets and checkpoint archives belong to root');
    },
  };
}

/** Whether the agent can use or create its folder and that of its archives. Creates none. */
export function folderCheck({ writable }: Pick<HostView, 'writable'>, folder: string, archives: string): Check {
  return {
    name: 'folder',
    look: async () => {
      const other = 'choose another folder with --root-dir';
      const standing = await nearestThere(folder);
      if (!(await stat(standing)).isDirectory()) return failure(`${standing} is not a folder`, other);
      try {
        await writable(standing);
      } catch (error) {
        return failure(
          error instanceof Error ? error.message : String(error),
          `let the agent write there, or ${other}`,
        );
      }
      if (standing !== folder) return ok(`${folder} is made at the start, in ${standing}`);
      try {
        await checkOwn(archives);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(`${folder} is there`);
        return failure(error instanceof Error ? error.message : String(error), 'the agent does not start before');
      }
      return ok(`${folder} is there, with archives of its own user`);
    },
  };
}

/** The path, or its nearest ancestor that exists. */
async function nearestThere(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path)
      return nearestThere(dirname(path));
    // A part of the path is not a folder: that one is reported.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return nearestThere(dirname(path));
    throw error;
  }
}

/** Of the addresses given with `--node-ip`. `ofHost`: those that its interfaces have. */
export function nodeIpCheck(nodeIps: readonly string[], ofHost: () => readonly string[]): Check {
  return {
    name: 'node-ip',
    look: async () => {
      const found = nodeIps.map((address) => ({ address, fault: nodeIpFault(address, ofHost()) }));
      const wrong = found.find(({ fault }) => fault !== undefined);
      if (wrong === undefined) return ok(nodeIps.join(', '));
      const advice = 'give --node-ip an address that others reach this host under, or leave it out';
      return failure(`${wrong.address} ${wrong.fault}`, advice);
    },
  };
}

const neededControllers = ['cpu', 'memory', 'pids'];

export function cgroupCheck({ root }: HostView): Check {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  return {
    name: 'cgroups',
    look: async () => {
      const unified = (await text('sys/fs/cgroup/cgroup.controllers')).trim();
      if (unified !== '') return controllers('version 2', unified.split(/\s+/));
      const legacy = (await text('proc/cgroups')).split('\n').filter((line) => !line.startsWith('#'));
      const enabled = legacy.map((line) => line.split('\t')).filter((row) => row[3] === '1');
      if (enabled.length === 0) {
        return failure('there are no control groups', 'mount the cgroup2 file system at /sys/fs/cgroup');
      }
      const found = controllers(
        'version 1',
        enabled.map(([name = '']) => name),
      );
      return found.verdict === 'ok' ? warning(found.found, 'boot with systemd.unified_cgroup_hierarchy=1') : found;
    },
  };
}

function controllers(version: string, present: readonly string[]): Finding {
  const missing = neededControllers.filter((name) => !present.includes(name));
  const found = `${version} with ${present.join(', ')}`;
  if (missing.length === 0) return ok(found);
  return failure(
    found,
    `enable the controllers ${missing.join(', ')} (kernel configuration, or cgroup_enable= at boot)`,
  );
}

export function swapCheck({ root }: HostView): Check {
  return {
    name: 'swap',
    look: async () => {
      const memory = await readFile(join(root, 'proc/meminfo'), 'utf8');
      const kibibytes = Number(/^SwapTotal:\s+(\d+) kB/m.exec(memory)?.[1] ?? 0);
      if (kibibytes === 0) return ok('there is none');
      return warning(
        `${Math.round(kibibytes / 1024)} MiB of swap are on`,
        'swapoff -a, and take it out of /etc/fstab: memory of pods is not kept out of it',
      );
    },
  };
}

/** The versions that the nftables mode of the service proxy needs (MISC-001 to MISC-004). */
const leastKernel = [5, 13];
const leastUncheckedKernel = [5, 4];
const leastTool = [1, 0, 1];

/** How the service proxy of this host is going to run, as far as its nftables mode asks something of the host. */
export interface ProxyMode {
  /** Whether it is that mode: what it lacks is then a failure, else a warning. */
  readonly nftables: boolean;
  /** Its setting `nftables.skipKernelVersionCheck`. */
  readonly skipsKernelVersion: boolean;
}

export function kernelCheck({ root }: HostView, { nftables, skipsKernelVersion }: ProxyMode): Check {
  const lacking = nftables ? failure : warning;
  return {
    name: 'kernel',
    look: async () => {
      const release = (await readFile(join(root, 'proc/sys/kernel/osrelease'), 'utf8')).trim();
      const version = versionIn(release);
      if (atLeast(version, leastKernel)) return ok(`Linux ${release}`);
      const found = `Linux ${release} is older than 5.13`;
      const unusable = 'the nftables mode of the proxy cannot be used: use another mode, or a newer kernel';
      if (!atLeast(version, leastUncheckedKernel)) return lacking(found, unusable);
      if (nftables && skipsKernelVersion) {
        return warning(found, 'nftables.skipKernelVersionCheck lets the proxy run; it is not for production');
      }
      const needs = 'the nftables mode of the proxy needs nftables.skipKernelVersionCheck, which is not for production';
      return lacking(found, needs);
    },
  };
}

export function packetFilterCheck({ run }: HostView, { nftables }: Pick<ProxyMode, 'nftables'>): Check {
  const lacking = nftables ? failure : warning;
  return {
    name: 'nft',
    look: async (signal) => {
      const advice = 'the nftables mode of the proxy needs the nft tool 1.0.1 or later';
      try {
        const text = await run('nft', ['--version'], signal);
        const shown = /v?(\d+(?:\.\d+)+)/.exec(text)?.[1] ?? 'of unknown version';
        return atLeast(versionIn(shown), leastTool) ? ok(`nft ${shown}`) : lacking(`nft ${shown}`, advice);
      } catch {
        return lacking('there is no nft tool', advice);
      }
    },
  };
}

function versionIn(text: string): readonly number[] {
  return (/^v?(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? '0').split('.').map(Number);
}

function atLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [index, wanted] of least.entries()) {
    const part = version[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

const mebibyte = 1024 * 1024;
/** Below these shares the agent itself reports pressure. */
const leastShare = 0.1;

/** `folder` may not exist yet: then its next existing parent counts. `least`: bytes that should be free. */
export function spaceCheck({ space }: HostView, name: string, folder: string, least: number): Check {
  return {
    name,
    look: async () => {
      const { total, available } = await nearest(space, folder);
      const found = `${Math.floor(available / mebibyte)} of ${Math.floor(total / mebibyte)} MiB are free for ${folder}`;
      if (available < least) return failure(found, `free at least ${Math.ceil(least / mebibyte)} MiB`);
      if (available < total * leastShare) return warning(found, 'below 10 % the node reports DiskPressure: free some');
      return ok(found);
    },
  };
}

async function nearest(space: HostView['space'], folder: string): ReturnType<HostView['space']> {
  try {
    return await space(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return nearest(space, dirname(folder));
  }
}
