// How a command in a container ended: from what the node sends on the error stream (version 4 of the protocol: a Status) to the
// Status for the client.

import { internalError } from '../../../shared/object/errors.ts';
import type { Status } from '../../../shared/object/status-error.ts';

export interface ExecOutcome {
  /** For the client. */
  readonly status: Partial<Status>;
  /** For metrics: 200 also for a command that failed, since the stream did not. */
  readonly code: number;
}

const succeeded: ExecOutcome = { status: { metadata: {}, status: 'Success' }, code: 200 };

/** What the error stream said until its end. Nothing is success: protocols before version 4 said so. */
export function outcomeOf(message: string): ExecOutcome {
  if (message === '') return succeeded;
  const status = parse(message);
  if (status === undefined)
    return failed(`error stream protocol error: a Status is expected, not ${JSON.stringify(message)}`);
  if (status.status === 'Success') return succeeded;
  if (status.status !== 'Failure') return failed('error stream protocol error: unknown error');
  if (status.reason !== 'NonZeroExitCode') return failed(typeof status.message === 'string' ? status.message : '');
  const causes: unknown = (status.details as { readonly causes?: unknown } | undefined)?.causes;
  const cause = Array.isArray(causes)
    ? (causes as readonly ExitCause[]).find((one) => one?.reason === 'ExitCode')
    : undefined;
  if (cause === undefined) return failed('error stream protocol error: no ExitCode cause given');
  const code = String(cause.message);
  if (!/^\d{1,3}$/.test(code) || Number(code) > 255) {
    return failed(`error stream protocol error: invalid exit code value ${JSON.stringify(code)}`);
  }
  return {
    code: 200,
    status: {
      metadata: {},
      status: 'Failure',
      message: `command terminated with non-zero exit code: command terminated with exit code ${Number(code)}`,
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: code }] },
    },
  };
}

/** The stream itself failed. */
export function failed(message: string): ExecOutcome {
  const { metadata, status, message: text, reason, details, code } = internalError(new Error(message)).status;
  return { status: { metadata, status, message: text, reason, details, code } as Partial<Status>, code: 500 };
}

interface ExitCause {
  readonly reason?: unknown;
  readonly message?: unknown;
}

interface ReadStatus {
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

function parse(text: string): ReadStatus | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
