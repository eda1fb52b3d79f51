// A command in a container, or its own program, for a client that speaks version 5 over WebSocket: nodes speak version 4 over SPDY.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ChannelClient, channels } from './channels.ts';
import { type ExecOutcome, failed, outcomeOf } from './exec-status.ts';
import { SpdyClient, type StreamEvent } from './spdy-client.ts';

export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

export interface TranslationOptions {
  readonly client: WebSocket;
  /** Connects to the node, which speaks SPDY from its next byte on. The client gets the message of a rejection. */
  readonly openNode: () => Promise<Duplex>;
  readonly wanted: WantedStreams;
  /** Milliseconds without a byte of input or output after which the stream ends. */
  readonly idle: number;
}

/** Bytes of what the node says of the end of a command. */
const longestStatus = 64 * 1024;
/** Milliseconds that the client has to read the last of it and close. */
const farewell = 10_000;

/** Resolves when it is over, with how it ended: undefined when the client left first. The client's connection is closed then. */
export async function translateExec(options: TranslationOptions): Promise<ExecOutcome | undefined> {
  const translation = new ExecTranslation(options);
  return translation.run();
}

class ExecTranslation {
  readonly #options: TranslationOptions;
  readonly #client: ChannelClient;
  /** What the client sent while the node is not yet there. */
  #early: (() => void)[] | undefined = [];
  #node: SpdyClient | undefined;
  #stdin: number | undefined;
  #resize: number | undefined;
  #gone = false;

  constructor(options: TranslationOptions) {
    this.#options = options;
    this.#client = new ChannelClient(options.client, {
      message: (channel, bytes) => this.#received(channel, bytes),
      closed: (channel) => this.#whenThere(() => this.#ended(channel)),
    });
    void this.#client.closed.then(() => {
      this.#gone = true;
      this.#node?.close();
    });
  }

  async run(): Promise<ExecOutcome | undefined> {
    const { wanted } = this.#options;
    // An empty message signals to the client that the stream is open.
    const first = wanted.stdout ? channels.stdout : wanted.stderr ? channels.stderr : channels.error;
    await this.#client.send(first, Buffer.alloc(0));
    const outcome = await this.#outcome();
    if (this.#gone) return undefined;
    const over = setTimeout(() => this.#options.client.terminate(), farewell);
    try {
      await this.#client.send(channels.error, Buffer.from(JSON.stringify(outcome.status)));
      await this.#client.end();
    } finally {
      clearTimeout(over);
    }
    return outcome;
  }

  async #outcome(): Promise<ExecOutcome> {
    const { openNode, idle } = this.#options;
    let connection: Duplex;
    try {
      connection = await openNode();
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
    const node = new SpdyClient(connection);
    this.#node = node;
    if (this.#gone) node.close();
    let silent = false;
    (connection as Partial<{ setTimeout(ms: number, end: () => void): void }>).setTimeout?.(idle, () => {
      silent = true;
      node.close();
    });
    try {
      const said = await this.#talk(node);
      if (said === undefined)
        return failed(silent ? 'the stream was idle for too long' : 'the node closed the connection');
      return outcomeOf(said);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    } finally {
      node.close();
      // Nothing is written to the node any more: further data of the client is discarded.
      this.#client.resume();
    }
  }

  /** What the error stream said, when all streams out have ended; undefined: the connection ended before them. */
  async #talk(node: SpdyClient): Promise<string | undefined> {
    const { wanted } = this.#options;
    const open = (streamType: string): number => node.open({ streamtype: streamType });
    const error = open('error');
    if (wanted.stdin) this.#stdin = open('stdin');
    const outputs = new Map<number, number>();
    if (wanted.stdout) outputs.set(open('stdout'), channels.stdout);
    // With a terminal there is one stream out.
    if (wanted.stderr && !wanted.tty) outputs.set(open('stderr'), channels.stderr);
    if (wanted.tty) this.#resize = open('resize');
    const waiting = new Set([error, ...outputs.keys()]);
    for (const act of this.#early ?? []) act();
    this.#early = undefined;
    this.#client.resume();
    let said = '';
    for await (const event of node.events()) {
      if (event.type === 'data') {
        const channel = outputs.get(event.stream);
        if (channel !== undefined) await this.#client.send(channel, event.bytes);
        if (event.stream === error) said = (said + event.bytes.toString()).slice(0, longestStatus);
      } else {
        this.#over(event, waiting);
        if (waiting.size === 0) return said;
      }
    }
    return undefined;
  }

  #over({ stream }: StreamEvent, waiting: Set<number>): void {
    waiting.delete(stream);
    // The program reads no more: neither does this side send.
    if (stream === this.#stdin) this.#ended(channels.stdin);
  }

  #received(channel: number, bytes: Buffer): boolean {
    if (this.#early !== undefined) {
      this.#early.push(() => void this.#forward(channel, bytes));
      // One message: the client waits until the node is there.
      return false;
    }
    return this.#forward(channel, bytes);
  }

  #forward(channel: number, bytes: Buffer): boolean {
    const node = this.#node;
    const stream = channel === channels.stdin ? this.#stdin : channel === channels.resize ? this.#resize : undefined;
    if (node === undefined || stream === undefined || bytes.length === 0) return true;
    if (node.send(stream, bytes)) return true;
    void node.drained().then(() => this.#client.resume());
    return false;
  }

  #ended(channel: number): void {
    if (channel !== channels.stdin || this.#stdin === undefined) return;
    this.#node?.end(this.#stdin);
    this.#stdin = undefined;
  }

  #whenThere(act: () => void): void {
    if (this.#early === undefined) act();
    else this.#early.push(act);
  }
}
