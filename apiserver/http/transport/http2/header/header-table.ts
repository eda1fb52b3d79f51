// The tables of fields that both ends of a connection know by number (RFC 7541, section 2.3 and appendix A).

/** A name and its value, as they are on the wire: each character a byte. */
export interface Field {
  readonly name: string;
  readonly value: string;
  /** Whether it may stand in a message (RFC 9113, section 8.2.1). What cannot ends the request that has it. */
  readonly valid: boolean;
}

const entries =
  ':authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|' +
  ':status=204|:status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|' +
  'accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|' +
  'authorization|cache-control|content-disposition|content-encoding|content-language|content-length|' +
  'content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|' +
  'if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards|' +
  'proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|' +
  'strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate';

/** The static table; its first field has the number 1. */
export const staticFields: readonly Field[] = entries.split('|').map((entry) => {
  const [name = '', value = ''] = entry.split('=');
  return { name, value, valid: true };
});

/** Default size of a table in bytes. */
export const defaultTableSize = 4096;
/** What a field takes beside its name and value. */
const overhead = 32;

/** Bytes that a field counts with, in tables and in the list of a request. */
export function sizeOf({ name, value }: Field): number {
  return name.length + value.length + overhead;
}

/** A dynamic table. The oldest fields go when there is no room; the newest one has the place 0. */
export class HeaderTable {
  #fields: (Field | undefined)[] = [];
  /** Fields that were ever added; those are kept at their number within the array. */
  #added = 0;
  #count = 0;
  #size = 0;
  #maxSize = 0;
  readonly #gone: ((field: Field) => void) | undefined;

  /** `gone` is called with each evicted field. */
  constructor(maxSize: number, gone?: (field: Field) => void) {
    this.#gone = gone;
    this.resize(maxSize);
  }

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#size;
  }

  get maxSize(): number {
    return this.#maxSize;
  }

  /** Fields that were ever added: the place of the one that was then the n-th is this less n. */
  get added(): number {
    return this.#added;
  }

  at(place: number): Field | undefined {
    return place < this.#count ? this.#fields[(this.#added - 1 - place) % this.#fields.length] : undefined;
  }

  /** One that is larger than the table empties it. */
  add(field: Field): void {
    const size = sizeOf(field);
    this.#makeRoom(size);
    if (size > this.#maxSize) return;
    this.#fields[this.#added % this.#fields.length] = field;
    this.#added += 1;
    this.#count += 1;
    this.#size += size;
  }

  resize(maxSize: number): void {
    this.#maxSize = maxSize;
    this.#makeRoom(0);
    const slots = Math.max(1, Math.floor(maxSize / overhead));
    if (slots <= this.#fields.length) return;
    const kept = Array.from({ length: this.#count }, (_, place) => this.at(place)).reverse();
    this.#fields = Array.from({ length: slots });
    for (const [number, field] of kept.entries()) {
      this.#fields[(this.#added - kept.length + number) % slots] = field;
    }
  }

  #makeRoom(bytes: number): void {
    while (this.#count > 0 && this.#size + bytes > this.#maxSize) {
      const oldest = this.#added - this.#count;
      const slot = oldest % this.#fields.length;
      const field = this.#fields[slot];
      this.#fields[slot] = undefined;
      this.#count -= 1;
      if (field === undefined) continue;
      this.#size -= sizeOf(field);
      this.#gone?.(field);
    }
  }
}
