// Why a remote service gave no answer that counts.

/** How one call ended, as metrics count it. */
export type CallResult = 'success' | 'canceled' | 'timeout' | 'error';

/** There is no answer. The message is for operators: it names the service and never shows what was asked. */
export class ReviewFailure extends Error {
  override readonly name = 'ReviewFailure';
  readonly result: Exclude<CallResult, 'success'>;
  /** Whether the same question may be answered a moment later; `after`: not before so many milliseconds. */
  readonly again: boolean;
  readonly after: number;

  constructor(
    message: string,
    result: Exclude<CallResult, 'success'>,
    more: {
      readonly again?: boolean;
      readonly after?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.result = result;
    this.again = more.again ?? false;
    this.after = more.after ?? 0;
  }
}
