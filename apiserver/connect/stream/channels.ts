// Streams of a container as WebSocket messages, version 5 of the protocol: the first byte of a message is the number of its channel,
// and a message on the channel 255 closes the one that it names.

import type { WebSocket } from 'ws';

export const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** Bytes that may wait for the client before its stream is read on. */
const mostWaiting = 256 * 1024;

export interface ClientMessages {
  /** Bytes for a channel, which the caller must not change afterwards. False: the receiver wants no more until `resume`. */
  message(channel: number, bytes: Buffer): boolean;
  /** The client sends no more on this channel. */
  closed(channel: number): void;
}

/** The client's side. It is read as soon as it is made. */
export class ChannelClient {
  readonly #socket: WebSocket;
  #waiters: (() => void)[] = [];
  readonly closed: Promise<void>;

  constructor(socket: WebSocket, receiver: ClientMessages) {
    this.#socket = socket;
    socket.binaryType = 'nodebuffer';
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#release();
        resolve();
      });
    });
    socket.on('message', (data: Buffer) => {
      const channel = data[0];
      if (channel === undefined) return;
      if (channel === channels.close) {
        const named = data[1];
        if (data.length === 2 && named !== undefined && named <= channels.resize) receiver.closed(named);
        else socket.close(1002, 'a close names one channel');
      } else if (channel > channels.resize) {
        socket.close(1002, 'there is no such channel');
      } else if (!receiver.message(channel, data.subarray(1))) {
        socket.pause();
      }
    });
  }

  /** Messages are read again. */
  resume(): void {
    if (this.#socket.isPaused) this.#socket.resume();
  }

  /** Resolves when the client can take more, or has disconnected. */
  send(channel: number, bytes: Buffer): Promise<void> {
    const message = Buffer.concat([Buffer.from([channel]), bytes]);
    this.#socket.send(message, { binary: true }, () => {
      if (this.#socket.bufferedAmount < mostWaiting) this.#release();
    });
    if (this.#socket.bufferedAmount < mostWaiting || this.#socket.readyState !== this.#socket.OPEN)
      return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Closes cleanly. Resolves when the client has confirmed the close, or has disconnected. */
  async end(): Promise<void> {
    this.resume();
    this.#socket.close(1000);
    await this.closed;
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
