// Texts of header fields in the code of RFC 7541, appendix B. The code is canonical: the lengths of its words say all. Words
// of up to nine bits, which are those of printable text, are found by one look into a table, others bit by bit.

/** Length of the word of each byte, in base 36. */
const lengths =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq';
const longest = 30;
const quickBits = 9;
const quickMask = 2 ** quickBits - 1;

/** By the next nine bits: byte and, in the upper half, length of the word; 0 where it is longer. */
const quick = new Uint16Array(2 ** quickBits);
/** By length: the first word, how many there are, and where their bytes begin. */
const firstWord = new Int32Array(longest + 1);
const wordCount = new Int32Array(longest + 1);
const bytesFrom = new Int32Array(longest + 1);
const bytesByWord = Uint8Array.from(
  Array.from(lengths, (digit, byte) => ({ byte, length: Number.parseInt(digit, 36) }))
    .sort((left, right) => left.length - right.length || left.byte - right.byte)
    .map(({ byte }) => byte),
);

fillTables();

function fillTables(): void {
  for (const digit of lengths) {
    const length = Number.parseInt(digit, 36);
    wordCount[length] = (wordCount[length] ?? 0) + 1;
  }
  let word = 0;
  let place = 0;
  for (let length = 1; length <= longest; length += 1) {
    firstWord[length] = word;
    bytesFrom[length] = place;
    const count = wordCount[length] ?? 0;
    if (length <= quickBits) fillQuick(length, word, bytesByWord.subarray(place, place + count));
    word = (word + count) << 1;
    place += count;
  }
}

function fillQuick(length: number, firstOfLength: number, bytes: Uint8Array): void {
  for (const [number, byte] of bytes.entries()) {
    const from = (firstOfLength + number) << (quickBits - length);
    quick.fill((length << 8) | byte, from, from + 2 ** (quickBits - length));
  }
}

/** Bytes that `coded` coded bytes may stand for at the most. */
export function decodedLength(coded: number): number {
  return Math.ceil((coded * 8) / 5);
}

/** Decodes `from` up to `to` and returns how many bytes were written; -1 for what is no such code. */
export function decodeHuffman(coded: Buffer, from: number, to: number, into: Buffer): number {
  let written = 0;
  let bit = from * 8;
  const end = to * 8;
  while (bit < end) {
    const window = bitsAt(coded, bit, to);
    const entry = quick[window] ?? 0;
    const length = entry >>> 8;
    if (length !== 0 && bit + length <= end) {
      into[written] = entry;
      written += 1;
      bit += length;
      continue;
    }
    const left = end - bit;
    // Less than a byte of ones fills up the last byte.
    if (left < 8) return window >>> (quickBits - left) === 2 ** left - 1 ? written : -1;
    const longer = length === 0 ? longWord(coded, bit, end, window) : -1;
    if (longer < 0) return -1;
    into[written] = longer;
    written += 1;
    bit += longer >>> 8;
  }
  return written;
}

/** The byte and, in the upper half, the length of a word of more than nine bits; -1 when there is none. */
function longWord(coded: Buffer, bit: number, end: number, window: number): number {
  let word = window;
  for (let length = quickBits + 1; length <= longest && bit + length <= end; length += 1) {
    const place = bit + length - 1;
    word = (word << 1) | (((coded[place >>> 3] ?? 0) >>> (7 - (place & 7))) & 1);
    const number = word - (firstWord[length] ?? 0);
    if (number < (wordCount[length] ?? 0)) {
      return (length << 8) | (bytesByWord[(bytesFrom[length] ?? 0) + number] ?? 0);
    }
  }
  return -1;
}

/** The next nine bits; behind the end come ones. */
function bitsAt(coded: Buffer, bit: number, to: number): number {
  const at = bit >>> 3;
  const first = coded[at] ?? 0;
  const second = at + 1 < to ? (coded[at + 1] ?? 0) : 0xff;
  // Nine bits never reach into a third byte beyond seven bits of the first.
  return (((first << 8) | second) >>> (7 - (bit & 7))) & quickMask;
}
