// The numbers of HTTP/2 (RFC 9113, sections 4, 6 and 7), and the two ways in which a peer can break its rules.

export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

export const errorCode = {
  noError: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  settingsTimeout: 4,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

export type ErrorCode = number;

/** Bytes before the payload of each frame. */
export const frameHead = 9;
/** Bytes of a payload that every peer takes, and the most that we take. */
export const defaultFrameSize = 16_384;
/** The initial window of a stream and of a connection. */
export const defaultWindow = 65_535;
/** The largest window and stream number. */
export const largest = 2 ** 31 - 1;

/** A peer broke a rule that holds for the connection: it ends, with GOAWAY. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Writes the head of a frame at `at`. */
export function writeHead(
  into: Buffer,
  at: number,
  length: number,
  type: number,
  flags: number,
  stream: number,
): number {
  into[at] = length >>> 16;
  into[at + 1] = length >>> 8;
  into[at + 2] = length;
  into[at + 3] = type;
  into[at + 4] = flags;
  return write32(into, at + 5, stream);
}

/** Writes 32 bits at `at` and returns the place behind them. */
export function write32(into: Buffer, at: number, value: number): number {
  into[at] = value >>> 24;
  into[at + 1] = value >>> 16;
  into[at + 2] = value >>> 8;
  into[at + 3] = value;
  return at + 4;
}

/** The 31 bits at `at`, without the reserved one. */
export function read31(from: Buffer, at: number): number {
  return (
    (((from[at] ?? 0) & 0x7f) << 24) | ((from[at + 1] ?? 0) << 16) | ((from[at + 2] ?? 0) << 8) | (from[at + 3] ?? 0)
  );
}
