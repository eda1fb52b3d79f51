// The flags of the audit log, and what they say as options.

import { readFile } from 'node:fs/promises';
import type { FlagValues } from '../../shared/process/flag.ts';
import { choiceFlag, integerFlag, switchFlag, textFlag } from '../../shared/process/flag.ts';
import { auditFormats } from '../audit/event-text.ts';
import { auditModes } from '../audit/log-sink.ts';
import type { AuditOptions } from '../options.ts';

const group = 'Audit';

export const auditFlags = {
  'audit-policy-file': textFlag('which requests are recorded, and how much of them', { value: 'FILE', group }),
  'audit-log-path': textFlag('where audit events are written; - is standard output', { value: 'FILE', group }),
  'audit-log-format': choiceFlag('form of their lines', auditFormats, { default: 'json', group }),
  'audit-log-mode': choiceFlag('whether a request waits until its event is written, and fails without', auditModes, {
    default: 'blocking',
    group,
  }),
  'audit-log-maxsize': integerFlag('megabytes of the file until a new one begins; 0: 100', {
    default: 0,
    max: 1_000_000,
    group,
  }),
  'audit-log-maxage': integerFlag('days that old files are kept; 0: for ever', { default: 0, max: 100_000, group }),
  'audit-log-maxbackup': integerFlag('old files that are kept; 0: all', { default: 0, group }),
  'audit-log-compress': switchFlag('compress old files by gzip', { group }),
};

/** Undefined: nothing is said of an audit log. Throws an Error that names the flag for a file that cannot be read. */
export async function auditOf(flags: FlagValues<typeof auditFlags>): Promise<AuditOptions | undefined> {
  const policyPath = flags['audit-policy-file'];
  const path = flags['audit-log-path'];
  if (policyPath === undefined && path === undefined) return undefined;
  return {
    ...(policyPath === undefined ? {} : { policy: await policyText(policyPath), policyPath }),
    ...(path === undefined
      ? {}
      : {
          log: {
            path,
            format: flags['audit-log-format'],
            mode: flags['audit-log-mode'],
            maxSize: flags['audit-log-maxsize'],
            maxAge: flags['audit-log-maxage'],
            maxBackups: flags['audit-log-maxbackup'],
            compress: flags['audit-log-compress'],
          },
        }),
  };
}

async function policyText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`--audit-policy-file: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
