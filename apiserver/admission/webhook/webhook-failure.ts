// How calls of webhooks fail, and how webhooks refuse.

import { StatusError } from '../../../shared/object/status-error.ts';
import { badRequest } from '../../../shared/object/errors.ts';
import type { ReviewAnswer } from './review.ts';

/** The webhook could not be asked, or its answer is no valid one: its failure policy decides. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  /** HTTP status for the metrics. */
  readonly code: number;

  constructor(webhook: string, reason: string, code: number, cause?: unknown) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason}`, { cause });
    this.code = code;
  }
}

/** The webhook has refused the write: what the client reads. */
export class WebhookRefusal extends StatusError {}

const leastCode = 400;
const mostCode = 999;

/** With the status of the webhook's answer, its message after the name of the webhook. */
export function refusalOf(webhook: string, { status }: Pick<ReviewAnswer, 'status'>): WebhookRefusal {
  const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const { message = '', reason = '', details, code = 0 } = status;
  const text = message || reason;
  return new WebhookRefusal({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: text === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${text}`,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code: Math.min(Math.max(code, leastCode), mostCode),
  });
}

/** 400: the webhook does not promise to do nothing on a dry run. */
export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`);
}
