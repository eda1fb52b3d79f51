// The server's side of one HTTP/2 connection (RFC 9113): takes frames, and knows how the connection ends. Whatever a client
// sends ends in an answer, in the end of its stream or in that of its connection.

import type { Duplex } from 'node:stream';
import { applySettings } from './client-settings.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { ConnectionSender } from './connection-sender.ts';
import { Farewell } from './farewell.ts';
import { type FrameMemory, FrameOutput } from './frame/frame-output.ts';
import { type FrameHandler, FrameReader } from './frame/frame-reader.ts';
import { HeaderBlock, type HeaderFrame } from './header/header-block.ts';
import { ConnectionFault, errorCode, flag, frameType, largest, read31, setting } from './frame/protocol.ts';
import { headerLimit } from './header/request-fields.ts';
import type { ServerStream } from './stream.ts';
import { bodyWindow, type IntakeOptions, StreamIntake } from './stream-intake.ts';

/** Bytes of our frames that may wait for a client that asks for more without reading. */
const unreadLimit = 1024 * 1024;
const nothing = Buffer.alloc(0);

export interface ConnectionOptions extends IntakeOptions {
  readonly memory: FrameMemory;
  /** All that came together was read. */
  readonly read: () => void;
  /** The client did too much of something; the connection ends. */
  readonly flooded: (what: 'resets' | 'frames') => void;
}

export class ServerConnection implements FrameHandler {
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #output: FrameOutput;
  readonly #sender: ConnectionSender;
  readonly #limits: ConnectionLimits;
  readonly #intake: StreamIntake;
  readonly #farewell: Farewell;
  readonly #reader = new FrameReader(this);
  readonly #block = new HeaderBlock();
  /** Whether the client's first frame came. */
  #settled = false;

  constructor(socket: Duplex, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#limits = new ConnectionLimits(options.flooded);
    this.#output = new FrameOutput(socket, options.memory, () => this.#sender.taken());
    this.#sender = new ConnectionSender(this.#output, (stream) => this.#answered(stream));
    this.#farewell = new Farewell(socket, this.#output, () => this.#sender.schedule());
    this.#intake = new StreamIntake(this.#sender, this.#output, this.#limits, {
      ...options,
      busy: (busy) => this.#busy(busy),
    });
    this.#sendSettings();
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.destroy());
    socket.on('error', ignore);
    socket.on('close', () => this.#gone());
  }

  /** Open streams. */
  get streams(): number {
    return this.#intake.open.count;
  }

  /** Asks the client to open no more streams here; ends when the open ones have. Repeatable. */
  close(): void {
    if (this.#farewell.state !== 'none') return;
    if (this.streams === 0) this.#tellLast();
    else this.#farewell.ask(() => this.#tellLast());
  }

  /** Ends the connection at once. Repeatable. */
  destroy(): void {
    this.#socket.destroy();
    this.#gone();
  }

  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    if (!this.#settled && (type !== frameType.settings || (flags & flag.ack) !== 0)) {
      throw new ConnectionFault(errorCode.protocol, 'the first frame is not SETTINGS');
    }
    if (this.#block.open && type !== frameType.continuation) {
      throw new ConnectionFault(errorCode.protocol, 'another frame comes within a header block');
    }
    switch (type) {
      case frameType.headers:
        requireStream(stream);
        this.#headers(this.#block.begin(flags, stream, payload));
        break;
      case frameType.continuation:
        this.#headers(this.#block.go(flags, stream, payload));
        break;
      case frameType.windowUpdate:
        this.#windowUpdate(stream, payload);
        break;
      case frameType.reset:
        requireStream(stream);
        requireLength(payload, 4, 'RST_STREAM');
        this.#intake.resetByClient(stream, payload.readUInt32BE(0));
        break;
      case frameType.settings:
        requireConnection(stream);
        this.#settings(flags, payload);
        break;
      case frameType.ping:
        requireConnection(stream);
        this.#ping(flags, payload);
        break;
      default:
        this.#otherFrame(type, stream, payload);
    }
  }

  data(stream: number, piece: Buffer, counted: number, last: boolean, end: boolean): void {
    requireStream(stream);
    if (!this.#settled || this.#block.open) throw new ConnectionFault(errorCode.protocol, 'DATA comes too early');
    this.#intake.data(stream, piece, counted, last, end);
  }

  #read(chunk: Buffer): void {
    if (this.#farewell.state === 'ended') return;
    try {
      this.#reader.read(chunk);
    } catch (error) {
      if (error instanceof ConnectionFault) this.#fail(error);
      else this.#fail(new ConnectionFault(errorCode.internal, 'a frame could not be taken'));
    }
    this.#options.read();
  }

  #headers(frame: HeaderFrame | undefined): void {
    if (frame !== undefined) this.#intake.headers(frame);
  }

  #windowUpdate(id: number, payload: Buffer): void {
    requireLength(payload, 4, 'WINDOW_UPDATE');
    const sender = this.#sender;
    this.#limits.update(sender.dataFrames);
    const more = read31(payload, 0);
    if (id > this.#intake.newest) {
      throw new ConnectionFault(errorCode.protocol, 'WINDOW_UPDATE comes for a stream that never began');
    }
    if (id === 0) {
      if (more === 0) throw new ConnectionFault(errorCode.protocol, 'WINDOW_UPDATE of nothing');
      sender.window += more;
      if (sender.window > largest) throw new ConnectionFault(errorCode.flowControl, 'the window is too large');
      sender.schedule();
      return;
    }
    const stream = this.#intake.open.get(id);
    if (stream === undefined) return;
    stream.sendWindow += more;
    if (more === 0) this.#intake.fault(stream, errorCode.protocol);
    else if (stream.sendWindow > largest) this.#intake.fault(stream, errorCode.flowControl);
    else if (stream.queued > 0) stream.send();
  }

  #settings(flags: number, payload: Buffer): void {
    this.#control();
    if ((flags & flag.ack) !== 0) {
      requireLength(payload, 0, 'the acknowledgement of SETTINGS');
      this.#intake.acknowledged = true;
      return;
    }
    applySettings(payload, this.#sender, this.#intake.open);
    this.#settled = true;
    this.#output.frame(frameType.settings, flag.ack, 0, nothing);
    this.#sender.schedule();
  }

  #ping(flags: number, payload: Buffer): void {
    requireLength(payload, 8, 'PING');
    if ((flags & flag.ack) !== 0 && this.#farewell.state === 'asked') {
      this.#tellLast();
      return;
    }
    this.#control();
    if ((flags & flag.ack) !== 0) return;
    this.#output.frame(frameType.ping, flag.ack, 0, payload);
    this.#sender.schedule();
  }

  #otherFrame(type: number, stream: number, payload: Buffer): void {
    this.#control();
    if (type === frameType.push) throw new ConnectionFault(errorCode.protocol, 'clients may not push');
    if (type === frameType.goaway) {
      requireConnection(stream);
      if (payload.length < 8) throw new ConnectionFault(errorCode.frameSize, 'GOAWAY is too short');
      this.close();
    }
    // What clients say about the order of answers is ignored, as RFC 9113 has it.
    if (type === frameType.priority) {
      requireStream(stream);
      requireLength(payload, 5, 'PRIORITY');
      if (read31(payload, 0) === stream) throw new ConnectionFault(errorCode.protocol, 'a stream depends on itself');
    }
  }

  /** A frame that costs the client little and brings nothing. */
  #control(): void {
    this.#limits.control();
    if (this.#output.waiting > unreadLimit) {
      throw new ConnectionFault(errorCode.enhanceYourCalm, 'too much waits for a client that does not read');
    }
  }

  /** The frame with the end of the answer was made. */
  #answered(stream: ServerStream): void {
    stream.localEnded = true;
    if (stream.remoteEnded) this.#intake.close(stream, errorCode.noError);
  }

  #busy(busy: boolean): void {
    this.#options.busy(busy);
    if (!busy && this.#farewell.state === 'told') this.#end();
  }

  /** From now on nothing new is taken; ends with the last stream. */
  #tellLast(): void {
    const intake = this.#intake;
    intake.lastTaken = intake.newest;
    this.#farewell.tell(intake.newest);
    if (this.streams === 0) this.#end();
  }

  #end(): void {
    this.#reader.stop();
    this.#farewell.end();
  }

  #fail({ code, message }: ConnectionFault): void {
    this.#reader.stop();
    this.#farewell.fail(this.#intake.newest, code, message);
    this.#intake.closeAll();
  }

  #gone(): void {
    this.#reader.stop();
    this.#farewell.gone();
    this.#intake.closeAll();
  }

  #sendSettings(): void {
    const settings: readonly (readonly [name: number, value: number])[] = [
      [setting.maxConcurrentStreams, this.#options.maxStreams],
      [setting.initialWindowSize, bodyWindow],
      [setting.maxHeaderListSize, headerLimit],
    ];
    const payload = Buffer.alloc(settings.length * 6);
    for (const [number, [name, value]] of settings.entries()) {
      payload.writeUInt16BE(name, number * 6);
      payload.writeUInt32BE(value, number * 6 + 2);
    }
    this.#output.frame(frameType.settings, 0, 0, payload);
    this.#sender.schedule();
  }
}

function requireStream(id: number): void {
  if (id === 0) throw new ConnectionFault(errorCode.protocol, 'a frame of a stream comes without one');
}

function requireConnection(id: number): void {
  if (id !== 0) throw new ConnectionFault(errorCode.protocol, 'a frame of the connection comes for a stream');
}

function requireLength(payload: Buffer, length: number, name: string): void {
  if (payload.length !== length)
    throw new ConnectionFault(errorCode.frameSize, `${name} does not have ${length} bytes`);
}

function ignore(): void {}
