// Whether the log goes to the journal of systemd, which notes the time of each line itself and reads its level from a
// `<N>` in front of it.

import { fstatSync } from 'node:fs';

export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * True when standard error is the stream that JOURNAL_STREAM names. The variable alone proves nothing: it is inherited by
 * programs whose output was redirected.
 */
export function writesToJournal(
  environment: Readonly<Record<string, string | undefined>>,
  identity: () => FileIdentity = () => fstatSync(2, { bigint: true }),
): boolean {
  const [, device, inode] = /^(\d{1,20}):(\d{1,20})$/.exec(environment['JOURNAL_STREAM'] ?? '') ?? [];
  if (device === undefined || inode === undefined) return false;
  try {
    const { dev, ino } = identity();
    return dev === BigInt(device) && ino === BigInt(inode);
  } catch {
    return false;
  }
}
