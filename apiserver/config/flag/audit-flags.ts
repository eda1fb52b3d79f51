// The flags of the audit log, and what they say as options.

import { readFile } from 'node:fs/promises';
import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import {
  choiceFlag,
  durationFlag,
  integerFlag,
  switchFlag,
  textFlag,
} from '../../../shared/process/command-line/flag.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { auditFormats } from '../../audit/event-text.ts';
import { auditModes } from '../../audit/log-sink.ts';
import type { AuditOptions, AuditWebhookOptions } from '../option/options.ts';
import { pathFlag } from './value-flags.ts';

const group = 'Audit';

export const auditFlags = {
  'audit-policy-file': pathFlag('which requests are recorded, and how much of them', { value: 'FILE', group }),
  'audit-log-path': pathFlag('where audit events are written; - is standard output', { value: 'FILE', group }),
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
  'audit-webhook-config-file': pathFlag('connection file of a webhook that audit events are posted to', {
    value: 'FILE',
    group,
  }),
  'audit-webhook-mode': choiceFlag('whether a request waits until its event is posted, and fails without', auditModes, {
    default: 'batch',
    group,
  }),
  'audit-webhook-version': textFlag('group and version of posted events; there is one', { value: 'VERSION', group }),
  'audit-webhook-initial-backoff': durationFlag('until a list of events is posted for the second time', {
    default: 10_000,
    group,
  }),
  'audit-webhook-batch-buffer-size': integerFlag('events that may wait to be posted', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
    group,
  }),
  'audit-webhook-batch-max-size': integerFlag('events of one list', { default: 400, min: 1, max: 100_000, group }),
  'audit-webhook-batch-max-wait': durationFlag('how long an event waits for others', { default: 30_000, group }),
  'audit-webhook-batch-throttle-enable': switchFlag('limit how many lists are posted', { default: true, group }),
  'audit-webhook-batch-throttle-qps': integerFlag('lists per second', { default: 10, min: 1, group }),
  'audit-webhook-batch-throttle-burst': integerFlag('lists at once after a pause', { default: 15, min: 1, group }),
};

/** Undefined: nothing is said of an audit log. Throws an Error that names the flag for a file that cannot be read. */
export async function auditOf(flags: FlagValues<typeof auditFlags>, vendor: Vendor): Promise<AuditOptions | undefined> {
  const version = flags['audit-webhook-version'];
  if (version !== undefined && version !== vendor.fill('audit.{api}/v1')) {
    throw new UsageError(`--audit-webhook-version can only be ${vendor.fill('audit.{api}/v1')}`);
  }
  const policyPath = flags['audit-policy-file'];
  const path = flags['audit-log-path'];
  const webhook = webhookOf(flags);
  if (policyPath === undefined && path === undefined && webhook === undefined) return undefined;
  return {
    ...(policyPath === undefined ? {} : { policy: await policyText(policyPath), policyPath }),
    ...(webhook === undefined ? {} : { webhook }),
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

function webhookOf(flags: FlagValues<typeof auditFlags>): AuditWebhookOptions | undefined {
  const configPath = flags['audit-webhook-config-file'];
  if (configPath === undefined) return undefined;
  return {
    configPath,
    mode: flags['audit-webhook-mode'],
    initialBackoff: flags['audit-webhook-initial-backoff'],
    batching: {
      bufferSize: flags['audit-webhook-batch-buffer-size'],
      maxSize: flags['audit-webhook-batch-max-size'],
      maxWait: flags['audit-webhook-batch-max-wait'],
      ...(flags['audit-webhook-batch-throttle-enable']
        ? {
            throttle: {
              qps: flags['audit-webhook-batch-throttle-qps'],
              burst: flags['audit-webhook-batch-throttle-burst'],
            },
          }
        : {}),
    },
  };
}

async function policyText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`--audit-policy-file: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
