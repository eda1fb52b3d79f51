import { constants, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';
import {
  dataFrames,
  endFrame,
  pingFrame,
  refuseFrame,
  type SpdyEvent,
  SpdyReader,
  StreamOpener,
} from './spdy-frames.ts';

/** The events of these bytes, read in pieces of this size; neighbouring data of a stream joined. */
function eventsOf(bytes: Buffer, piece: number): readonly unknown[] {
  const reader = new SpdyReader();
  const told: SpdyEvent[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    for (const event of reader.read(bytes.subarray(at, at + piece))) {
      const last = told.at(-1);
      if (event.type === 'data' && last?.type === 'data' && last.stream === event.stream) {
        told.splice(-1, 1, { ...event, bytes: Buffer.concat([last.bytes, event.bytes]) });
      } else told.push(event);
    }
  }
  return told.map((event) => (event.type === 'data' ? { ...event, bytes: event.bytes.toString('latin1') } : event));
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

t.test('headers of streams are one stream of zlib, each readable as soon as it is sent', (t) => {
  const opener = new StreamOpener();
  const frames = [opener.open(1, { streamtype: 'error' }), opener.open(3, { streamtype: 'stdin', x: '' })];
  let compressed = Buffer.alloc(0);
  const blocks: Buffer[] = [];
  for (const [index, frame] of frames.entries()) {
    t.equal(frame.readUInt32BE(0), 0x80030001, 'SYN_STREAM of version 3');
    t.equal(frame[4], 0, 'neither side is closed');
    t.equal(frame.readUIntBE(5, 3), frame.length - 8);
    t.equal(frame.readUInt32BE(8), 2 * index + 1);
    compressed = Buffer.concat([compressed, frame.subarray(18)]);
    blocks.push(inflateSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH }));
  }
  const text = (words: readonly string[]): string =>
    [words.length / 2, ...words.flatMap((word) => [word.length, word])]
      .map((one) => (typeof one === 'number' ? one.toString(16).padStart(8, '0') : Buffer.from(one).toString('hex')))
      .join('');
  t.equal(blocks[0]?.toString('hex'), text(['streamtype', 'error']));
  t.equal(blocks[1]?.toString('hex'), text(['streamtype', 'error']) + text(['streamtype', 'stdin', 'x', '']));
  t.throws(() => opener.open(5, { long: 'x'.repeat(70_000) }), RangeError);
  t.end();
});

t.test('the events are the same however the bytes are split', (t) => {
  const sent = Buffer.concat([
    hex('8003 0002 00 000004 00000001'),
    ...dataFrames(3, Buffer.from('hello')),
    hex('8003 0004 00 000004 00000000'),
    hex('00000005 01 000003 616263'),
    pingFrame(2),
    endFrame(3),
    hex('8003 0002 01 000004 00000007'),
    hex('8003 0003 00 000008 00000009 00000005'),
    hex('8003 0001 00 00000b 00000002 00000000 0000 78'),
    hex('8003 0007 00 000008 00000001 00000000'),
    hex('00000005 00 000000'),
  ]);
  const told = [
    { type: 'data', stream: 3, bytes: 'hello' },
    { type: 'data', stream: 5, bytes: 'abc' },
    { type: 'end', stream: 5 },
    { type: 'ping', id: 2 },
    { type: 'end', stream: 3 },
    { type: 'end', stream: 7 },
    { type: 'reset', stream: 9, status: 5 },
    { type: 'opened', stream: 2 },
    { type: 'goaway', status: 0 },
  ];
  for (const piece of [1, 2, 3, 7, 8, 9, 13, sent.length])
    t.strictSame(eventsOf(sent, piece), told, `pieces of ${piece}`);
  t.strictSame(refuseFrame(2), hex('8003 0003 00 000008 00000002 00000003'));
  t.end();
});

t.test('data comes out as it went in, in frames of a bounded size', (t) => {
  explore(
    fc.property(fc.uint8Array({ maxLength: 200_000 }), fc.integer({ min: 1, max: 70_000 }), (array, piece) => {
      const bytes = Buffer.from(array);
      const frames = dataFrames(1, bytes);
      if (frames.some((frame) => frame.length > 32 * 1024)) return false;
      const told = eventsOf(Buffer.concat(frames), piece);
      return bytes.length === 0 ? told.length === 0 : (told[0] as { bytes: string }).bytes === bytes.toString('latin1');
    }),
    { numRuns: 50 },
  );
  t.end();
});

t.test('a peer that does not keep to the protocol is refused', (t) => {
  const refused = [
    ['another version', '8002 0001 00 000004 00000001'],
    ['a control frame beyond the limit', '8003 0008 00 ffffff'],
    ['a reset without a reason', '8003 0003 00 000004 00000001'],
    ['a ping without a number', '8003 0006 00 000000'],
    ['a goaway that is cut', '8003 0007 00 000004 00000001'],
  ] as const;
  for (const [what, bytes] of refused) t.throws(() => eventsOf(hex(bytes), 100), { name: 'SpdyProtocolError' }, what);
  const reader = new SpdyReader();
  let most = 0;
  for (const event of reader.read(Buffer.concat([hex('00000001 00 ffffff'), Buffer.alloc(1000)]))) {
    if (event.type === 'data') most = Math.max(most, event.bytes.length);
  }
  t.equal(most, 1000, 'data is passed on before its frame is whole');
  t.end();
});
