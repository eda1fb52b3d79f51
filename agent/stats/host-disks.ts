// The file systems of the host on block devices: their sizes, and the I/O statistics of the devices since the boot.

import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceIo } from '../cri/usage.ts';
import type { FilesystemSize } from './filesystem-size.ts';

export interface HostDisk extends DeviceIo {
  readonly size: FilesystemSize;
  readonly usedBytes: number;
}

/** Bytes of a sector, as the kernel counts them whatever the device has. */
const sector = 512;

/** One for each device, by its name; `root` is where `/proc` and the mounts are found. Never rejects. */
export async function hostDisks(root: string): Promise<readonly HostDisk[]> {
  const text = (path: string): Promise<string> => readFile(join(root, 'proc', path), 'utf8').catch(() => '');
  const mounts = new Map<string, string>();
  for (const [, place = '', device = ''] of (await text('self/mountinfo')).matchAll(
    /^\d+ \d+ \S+ \S+ (\S+) .* - \S+ (\/dev\/\S+) /gm,
  )) {
    // Only the first mount: others are bind mounts of the same file system.
    if (!mounts.has(device)) mounts.set(device, place.replaceAll('\\040', ' '));
  }
  const asked = ioOf(await text('diskstats'));
  const disks = await Promise.all(
    [...mounts].map(async ([device, place]) => {
      const found = await statfs(join(root, place)).catch(() => undefined);
      if (found === undefined) return [];
      const { blocks, bavail, bfree, bsize, files, ffree } = found;
      const size = { capacityBytes: blocks * bsize, availableBytes: bavail * bsize, inodes: files, inodesFree: ffree };
      return [{ ...asked.get(device), device, size, usedBytes: (blocks - bfree) * bsize }];
    }),
  );
  return disks.flat();
}

/** Of lines `254 0 vda reads merged sectors milliseconds writes merged sectors ...`. */
function ioOf(diskstats: string): ReadonlyMap<string, DeviceIo> {
  const lines = diskstats.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap(([, , name, ...figures]) => {
      const [reads, , sectorsRead, , writes, , sectorsWritten] = figures.map(Number);
      if (name === undefined || sectorsWritten === undefined) return [];
      const device = `/dev/${name}`;
      const readBytes = (sectorsRead ?? 0) * sector;
      return [
        [device, { device, reads: reads ?? 0, writes: writes ?? 0, readBytes, writtenBytes: sectorsWritten * sector }],
      ];
    }),
  );
}
