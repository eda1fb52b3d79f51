// Extracts and replaces parts of an object's element (`ProtobufCodec.element`), which are served separately, without decoding
// it. An element is a string with one character for each byte: it is stored in V8's heap, where it takes
// some bytes more than its length, and does not fragment the memory of the process.

/** Head of an element: field 2, delimited. */
const elementTag = '\u0012';
/** Of a field 1: metadata in every kind, and in objects that are nothing but metadata. */
const metadataTag = 0x0a;
/** Of field 6 of the metadata, the version; only fields of texts come before it. */
const versionTag = 0x32;

/** The element of an object with its metadata alone. */
export function metadataElement(element: string): string {
  const start = afterVarint(element, 1);
  if (element.charCodeAt(start) !== metadataTag) return `${elementTag}\0`;
  const body = afterVarint(element, start + 1);
  const end = body + varintAt(element, start + 1);
  return elementOf(element.slice(start, end));
}

/** The same element with another resource version. Throws RangeError when its metadata has none. */
export function withVersion(element: string, version: string): string {
  const start = afterVarint(element, 1);
  const body = afterVarint(element, start + 1);
  const end = body + varintAt(element, start + 1);
  let at = body;
  while (element.charCodeAt(at) !== versionTag) {
    if (at >= end || element.charCodeAt(at) > versionTag) throw new RangeError('the metadata has no version');
    at = afterVarint(element, at + 1) + varintAt(element, at + 1);
  }
  const after = afterVarint(element, at + 1) + varintAt(element, at + 1);
  const metadata = `${element.slice(body, at)}${String.fromCharCode(versionTag)}${varint(version.length)}${version}${element.slice(after, end)}`;
  return elementOf(`${String.fromCharCode(metadataTag)}${varint(metadata.length)}${metadata}${element.slice(end)}`);
}

function elementOf(message: string): string {
  return `${elementTag}${varint(message.length)}${message}`;
}

function varint(value: number): string {
  let text = '';
  let left = value;
  for (; left > 0x7f; left >>>= 7) text += String.fromCharCode((left & 0x7f) | 0x80);
  return text + String.fromCharCode(left);
}

function varintAt(text: string, at: number): number {
  let value = 0;
  for (let index = at, factor = 1; ; index += 1, factor *= 128) {
    const unit = text.charCodeAt(index);
    value += (unit & 0x7f) * factor;
    if (!(unit > 0x7f)) return value;
  }
}

function afterVarint(text: string, at: number): number {
  let index = at;
  while (text.charCodeAt(index) > 0x7f) index += 1;
  return index + 1;
}
