// The failure of a call to a program outside.

import type { OutboundFault } from './outbound.ts';

export interface OutboundErrorOptions {
  /** The HTTP status of the answer, of fault `status`. */
  readonly status?: number;
  /** Milliseconds that the answer asks to wait. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The message is for clients: it has the URL that was called and no credentials. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(fault: OutboundFault, message: string, { status, retryAfter, cause }: OutboundErrorOptions = {}) {
    super(message, { cause });
    this.fault = fault;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
