// Opens the audit log that the options describe: policy, rules, the sinks of events, and the loops that send events and
// rotate files.

import { connect } from '../../shared/client/connection/connection.ts';
import { readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Counter, Metrics } from '../../shared/process/metric/metrics.ts';
import { productVersion } from '../../shared/process/host/product-version.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Auditor, makeAuditor } from '../audit/auditor.ts';
import { auditRules } from '../audit/audit-policy.ts';
import { objectReader } from '../audit/body-object.ts';
import type { AuditSink } from '../audit/audit-sink.ts';
import { type LineWriter, LogSink, streamWriter } from '../audit/log-sink.ts';
import { AuditPolicyError, parseAuditPolicy } from '../audit/policy-file.ts';
import { type FileTools, RotatingFile } from '../audit/rotating-file.ts';
import { severalSinks } from '../audit/several-sinks.ts';
import { WebhookSink, type WebhookBatching } from '../audit/webhook-sink.ts';
import type { AuditLogOptions, AuditOptions, AuditWebhookOptions } from '../config/option/options.ts';
import { makeProtobufCodec } from '../registry/representation/output/protobuf-codec.ts';

const megabyte = 1024 * 1024;
/** Megabytes of a file by default. */
const defaultMaxSize = 100;

const usualBatching: WebhookBatching = {
  bufferSize: 10_000,
  maxSize: 400,
  maxWait: 30_000,
  throttle: { qps: 10, burst: 15 },
};

export interface OpenAudit {
  readonly auditor: Auditor;
  readonly loops: readonly Loop[];
  /** Writes queued events and closes the file. */
  close(): Promise<void>;
}

export interface AuditTools extends FileTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Undefined: nothing is recorded, because there is no policy or nowhere to write to; the log says so. Throws an Error that
 * names the policy and what is wrong in it, or the file that cannot be written.
 */
export async function openAudit(options: AuditOptions | undefined, tools: AuditTools): Promise<OpenAudit | undefined> {
  if (options === undefined) return undefined;
  const { vendor, log, metrics } = tools;
  const { policy: text, log: target } = options;
  if (text === undefined) {
    log.warn('there is no audit policy: nothing is written to the audit log');
    return undefined;
  }
  const schemas = loadSchemas(vendor);
  const policy = readPolicy(text, options.policyPath, (document) =>
    parseAuditPolicy(document, vendor, schemas, (fields) =>
      log.warn('fields of the audit policy count for nothing', { fields: fields.join(', ') }),
    ),
  );
  if (target === undefined && options.webhook === undefined) {
    log.warn('there is an audit policy but neither a log nor a webhook: nothing is recorded');
    return undefined;
  }
  const errors = metrics.counter({
    name: 'apiserver_audit_error_total',
    help: 'Audit events that were lost, by backend.',
    labels: ['plugin'],
    stability: 'ALPHA',
  });
  const webhook = options.webhook === undefined ? undefined : await openWebhook(options.webhook, errors, tools);
  const file = target === undefined ? undefined : await openLog(target, errors, tools);
  const sinks = [file, webhook].filter((sink) => sink !== undefined);
  const sink = severalSinks(sinks.map((open) => open.sink));
  const protobuf = makeProtobufCodec(schemas);
  const readObject = objectReader(vendor, (bytes) => protobuf.decode(bytes));
  return {
    auditor: makeAuditor({ ...tools, rules: auditRules(policy), sink, readObject }),
    loops: sinks.flatMap((open) => open.loops),
    close: async () => {
      await sink.close();
      await webhook?.disconnect();
    },
  };
}

function readPolicy<P>(text: string, path: string | undefined, parse: (text: string) => P): P {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof AuditPolicyError)) throw error;
    const place = path === undefined ? '' : `: from file ${path}`;
    throw new Error(`the audit policy cannot be used: ${error.message}${place}`, { cause: error });
  }
}

interface OpenSink {
  readonly sink: AuditSink;
  readonly loops: readonly Loop[];
}

async function openLog(target: AuditLogOptions, errors: Counter, tools: AuditTools): Promise<OpenSink> {
  const { format = 'json', mode = 'blocking' } = target;
  const { writer, loops } = await openWriter(target, tools);
  return { sink: new LogSink({ writer, format, mode, log: tools.log, errors }), loops };
}

async function openWebhook(
  target: AuditWebhookOptions,
  errors: Counter,
  tools: AuditTools,
): Promise<OpenSink & { disconnect(): Promise<void> }> {
  const { configPath, mode = 'batch', initialBackoff = 10_000, batching = usualBatching } = target;
  const { vendor, clock, log } = tools;
  const config = await readConnectionConfig(configPath);
  const connection = connect(config, { userAgent: `orch-apiserver/${productVersion()}`, clock, vendor });
  const sink = new WebhookSink({
    transport: connection.transport,
    // The address of the file is the whole address.
    path: new URL(config.server).pathname.replace(/\/+$/, '') === '' ? '/' : '',
    apiVersion: vendor.fill('audit.{api}/v1'),
    mode,
    batching,
    initialBackoff,
    clock,
    log,
    errors,
  });
  return { sink, loops: [sink], disconnect: () => connection.close() };
}

async function openWriter(
  target: AuditLogOptions,
  tools: FileTools,
): Promise<{ readonly writer: LineWriter; readonly loops: readonly Loop[] }> {
  if (target.path === '-') return { writer: streamWriter(process.stdout), loops: [] };
  const { maxSize = 0, maxAge: maxDays = 0, maxBackups: maxFiles = 0, compress = false } = target;
  const maxBytes = (maxSize === 0 ? defaultMaxSize : maxSize) * megabyte;
  const file = await RotatingFile.open(target.path, { maxBytes, maxDays, maxFiles, compress }, tools).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the audit log ${target.path} cannot be written: ${reason}`, { cause: error });
    },
  );
  const { calendarJob } = await import('../../shared/process/loop/calendar-job.ts');
  const retention = calendarJob({
    name: 'audit-log-retention',
    expression: '0 * * * *',
    ...tools,
    run: () => file.tidy(),
  });
  return { writer: file, loops: [retention] };
}
