// The option of the audit log.

import {
  choiceFlag,
  durationFlag,
  type FlagValues,
  integerFlag,
  switchFlag,
  textFlag,
} from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { auditFormats } from '../../audit/event-text.ts';
import { auditModes } from '../../audit/log-sink.ts';
import type { WebhookBatching } from '../../audit/webhook-sink.ts';
import { pathFlag } from '../flag/value-flags.ts';
import { contentOf, option } from '../option/option-entry.ts';
import type { AuditLogOptions, AuditOptions, AuditWebhookOptions } from '../option/options.ts';
import { content, flag as trueOrFalse, number, oneOf, shape, text } from '../option/value-form.ts';
import { vendor } from './vendor-option.ts';

const heading = { group: 'Audit' };

const logFlags = {
  'audit-log-path': pathFlag('where audit events are written; - is standard output', { ...heading, value: 'FILE' }),
  'audit-log-format': choiceFlag('form of their lines', auditFormats, { ...heading, default: 'json' }),
  'audit-log-mode': choiceFlag('whether a request waits for its event, and fails if it cannot be written', auditModes, {
    ...heading,
    default: 'blocking',
  }),
  'audit-log-maxsize': integerFlag('megabytes of the file until a new one begins; 0: 100', {
    ...heading,
    default: 0,
    max: 1_000_000,
  }),
  'audit-log-maxage': integerFlag('days to keep old files; 0: no limit', {
    ...heading,
    default: 0,
    max: 100_000,
  }),
  'audit-log-maxbackup': integerFlag('number of old files to keep; 0: all', { ...heading, default: 0 }),
  'audit-log-compress': switchFlag('compress old files with gzip', heading),
};

const webhookFlags = {
  'audit-webhook-config-file': pathFlag('connection file of a webhook that receives audit events', {
    ...heading,
    value: 'FILE',
  }),
  'audit-webhook-mode': choiceFlag(
    'whether a request waits for its event, and fails if it cannot be sent',
    auditModes,
    {
      ...heading,
      default: 'batch',
    },
  ),
  'audit-webhook-version': textFlag('group and version of sent events; only one is supported', {
    ...heading,
    value: 'VERSION',
  }),
  'audit-webhook-initial-backoff': durationFlag('pause before the first retry of a list of events', {
    ...heading,
    default: 10_000,
  }),
  'audit-webhook-batch-buffer-size': integerFlag('size of the queue of events', {
    ...heading,
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  'audit-webhook-batch-max-size': integerFlag('events of one list', {
    ...heading,
    default: 400,
    min: 1,
    max: 100_000,
  }),
  'audit-webhook-batch-max-wait': durationFlag('maximum time that an event waits for others', {
    ...heading,
    default: 30_000,
  }),
  'audit-webhook-batch-throttle-enable': switchFlag('limit the rate of lists', { ...heading, default: true }),
  'audit-webhook-batch-throttle-qps': integerFlag('lists per second', { ...heading, default: 10, min: 1 }),
  'audit-webhook-batch-throttle-burst': integerFlag('burst of lists after a pause', {
    ...heading,
    default: 15,
    min: 1,
  }),
};

const flags = {
  'audit-policy-file': pathFlag('policy file: which requests are recorded, and how much of them', {
    ...heading,
    value: 'FILE',
  }),
  ...logFlags,
  ...webhookFlags,
  ...vendor.flags,
};

/** A span of time or a count. */
const amount = number(0);

const log = shape<AuditLogOptions>(
  {
    path: text,
    format: oneOf(auditFormats),
    mode: oneOf(auditModes),
    maxSize: amount,
    maxAge: amount,
    maxBackups: amount,
    compress: trueOrFalse,
  },
  ['path'],
);

const batching = shape<WebhookBatching>(
  {
    bufferSize: amount,
    maxSize: amount,
    maxWait: amount,
    throttle: shape<NonNullable<WebhookBatching['throttle']>>({ qps: amount, burst: amount }, ['qps', 'burst']),
  },
  ['bufferSize', 'maxSize', 'maxWait'],
);

const webhook = shape<AuditWebhookOptions>(
  { configPath: text, mode: oneOf(auditModes), initialBackoff: amount, batching },
  ['configPath'],
);

/** Not given: no flag names a policy, a file or a webhook. */
export const audit = option(shape<AuditOptions>({ policy: content, policyPath: text, log, webhook }), flags, {
  check: (given) => {
    const only = vendorOf(given.vendor).fill('audit.{api}/v1');
    const version = given['audit-webhook-version'];
    if (version !== undefined && version !== only) throw new UsageError(`--audit-webhook-version can only be ${only}`);
  },
  read: async (given): Promise<AuditOptions | undefined> => {
    const policyPath = given['audit-policy-file'];
    const policy = await contentOf('audit-policy-file', policyPath);
    const options: AuditOptions = {
      ...(policy === undefined || policyPath === undefined ? {} : { policy, policyPath }),
      ...logOf(given),
      ...webhookOf(given),
    };
    return Object.keys(options).length === 0 ? undefined : options;
  },
});

function logOf(given: FlagValues<typeof logFlags>): Pick<AuditOptions, 'log'> {
  const path = given['audit-log-path'];
  if (path === undefined) return {};
  return {
    log: {
      path,
      format: given['audit-log-format'],
      mode: given['audit-log-mode'],
      maxSize: given['audit-log-maxsize'],
      maxAge: given['audit-log-maxage'],
      maxBackups: given['audit-log-maxbackup'],
      compress: given['audit-log-compress'],
    },
  };
}

function webhookOf(given: FlagValues<typeof webhookFlags>): Pick<AuditOptions, 'webhook'> {
  const configPath = given['audit-webhook-config-file'];
  if (configPath === undefined) return {};
  const throttle = {
    qps: given['audit-webhook-batch-throttle-qps'],
    burst: given['audit-webhook-batch-throttle-burst'],
  };
  return {
    webhook: {
      configPath,
      mode: given['audit-webhook-mode'],
      initialBackoff: given['audit-webhook-initial-backoff'],
      batching: {
        bufferSize: given['audit-webhook-batch-buffer-size'],
        maxSize: given['audit-webhook-batch-max-size'],
        maxWait: given['audit-webhook-batch-max-wait'],
        ...(given['audit-webhook-batch-throttle-enable'] ? { throttle } : {}),
      },
    },
  };
}
