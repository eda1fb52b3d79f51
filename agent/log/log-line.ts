// The lines of a container's log as runtimes write them: `<time> <stdout|stderr> <tags> <text>`, where the tag P marks a
// line that continues in the next entry, and F its end. Pure.

import { parseTime } from '../../shared/object/time.ts';

export interface LogLine {
  /** RFC 3339, as the runtime wrote it. */
  readonly time: string;
  readonly stream: 'stdout' | 'stderr';
  /** The text continues in the next entry of the stream. */
  readonly partial: boolean;
  /** With its line feed, unless the entry is partial or the file ends in the middle of it. */
  readonly text: Buffer;
}

const space = 0x20;
const lineFeed = 0x0a;
/** The three fields in front of the text are never longer. */
const longestHead = 128;

/** Reads one entry with or without its line feed; undefined when it is none. */
export function parseLogLine(raw: Buffer): LogLine | undefined {
  const head = raw.subarray(0, longestHead);
  const first = head.indexOf(space);
  const second = head.indexOf(space, first + 1);
  if (first < 0 || second < 0) return undefined;
  const time = head.toString('latin1', 0, first);
  const stream = head.toString('latin1', first + 1, second);
  if ((stream !== 'stdout' && stream !== 'stderr') || parseTime(time) === undefined) return undefined;
  // An empty line ends behind its tags, without another space.
  const third = head.indexOf(space, second + 1);
  const feed = head.indexOf(lineFeed, second + 1);
  const end = third < 0 ? feed : third;
  if (end < 0) return undefined;
  const [tag] = head.toString('latin1', second + 1, end).split(':');
  if (tag !== 'P' && tag !== 'F') return undefined;
  const rest = raw.subarray(end === third ? end + 1 : end);
  const partial = tag === 'P';
  return { time, stream, partial, text: partial && rest.at(-1) === lineFeed ? rest.subarray(0, -1) : rest };
}

/** The time with nine digits of a second, so that columns line up. */
export function fixedTime(time: string): string {
  const [, seconds = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(time) ?? [];
  return `${seconds}.${fraction.slice(0, 9).padEnd(9, '0')}${zone}`;
}

/** Cuts a stream of bytes into lines. A line longer than the limit is dropped whole: no runtime writes such a one. */
export class LineSplitter {
  readonly #limit: number;
  #rest: Buffer[] = [];
  #length = 0;
  #dropping = false;

  /** `limit` in bytes. */
  constructor(limit = 1024 * 1024) {
    this.#limit = limit;
  }

  /** The lines that end in these bytes, each with its line feed; they lie in the memory of the bytes, the rest does not. */
  push(bytes: Buffer): readonly Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      this.#keep(bytes.subarray(start, end + 1));
      if (!this.#dropping) lines.push(this.#take());
      this.#dropping = false;
      start = end + 1;
    }
    // A copy: of a file that grows byte by byte each would hold the whole block that it was read into.
    this.#keep(Buffer.from(bytes.subarray(start)));
    return lines;
  }

  /** What came after the last line feed; forgotten with this. */
  rest(): Buffer {
    return this.#take();
  }

  #keep(part: Buffer): void {
    if (this.#dropping || part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) {
      this.#take();
      this.#dropping = true;
    } else {
      this.#rest.push(part);
    }
  }

  #take(): Buffer {
    const [first, ...others] = this.#rest;
    const whole = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#rest);
    this.#rest = [];
    this.#length = 0;
    return whole;
  }
}
