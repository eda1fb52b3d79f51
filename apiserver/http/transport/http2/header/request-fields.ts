// What the header block of a request must be (RFC 9113, sections 8.2 and 8.3). An invalid field ends the
// request: without the field the request could do what the field should forbid (Impersonate-User).

import { type Field, sizeOf } from './header-table.ts';
import type { TakeField } from './header-decoder.ts';

/** Bytes of the fields of one request, each counted with 32 more. */
export const headerLimit = 1024 * 1024;
/** Fields of one request. */
const fieldLimit = 2000;

export type Headers = Record<string, string | string[] | undefined>;

/** Without a prototype, but quick: an object made by `Object.create(null)` is a hash table from the start. */
const HeaderBag = function HeaderBag() {} as unknown as new () => Headers;
HeaderBag.prototype = Object.create(null);

const pseudo: ReadonlySet<string> = new Set([':method', ':scheme', ':authority', ':path']);
/** Those that belong to a connection of HTTP/1 (section 8.2.2). */
const ofConnections: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Takes the fields of one block; what is wrong with them is asked afterwards. */
export class RequestFields {
  readonly headers: Headers = new HeaderBag();
  method = '';
  path = '';
  /** What the client says that its body has; undefined where it says nothing. */
  contentLength: number | undefined;
  #scheme = '';
  #authority: string | undefined;
  #fault: string | undefined;
  #size = 0;
  #count = 0;
  #regular = false;

  /** Whether there are more fields than are kept. Those beyond are not. */
  get tooLarge(): boolean {
    return this.#size > headerLimit || this.#count > fieldLimit;
  }

  readonly take: TakeField = (field: Field) => {
    this.#size += sizeOf(field);
    this.#count += 1;
    if (this.tooLarge) return;
    const { name, value } = field;
    if (!field.valid) this.#fault ??= 'a field has an invalid name or value';
    else if (name.startsWith(':')) this.#takePseudo(name, value);
    else this.#takeRegular(name, value);
  };

  #takePseudo(name: string, value: string): void {
    if (this.#regular) this.#fault ??= 'a pseudo-header comes behind other fields';
    if (!pseudo.has(name)) this.#fault ??= 'there is no such pseudo-header';
    const earlier =
      name === ':method'
        ? this.method
        : name === ':path'
          ? this.path
          : name === ':scheme'
            ? this.#scheme
            : this.#authority;
    if (earlier !== undefined && earlier !== '') this.#fault ??= 'a pseudo-header comes twice';
    if (name === ':method') this.method = value;
    else if (name === ':path') this.path = value;
    else if (name === ':scheme') this.#scheme = value;
    else this.#authority = value;
  }

  #takeRegular(name: string, value: string): void {
    this.#regular = true;
    if (ofConnections.has(name)) this.#fault ??= 'a field belongs to a connection of HTTP/1';
    else if (name === 'te' && value !== 'trailers' && value !== '') this.#fault ??= 'the field te is not "trailers"';
    else if (name === 'content-length') this.#takeLength(value);
    const { headers } = this;
    const earlier = headers[name];
    if (earlier === undefined) headers[name] = value;
    else if (typeof earlier === 'string') headers[name] = [earlier, value];
    else earlier.push(value);
  }

  #takeLength(value: string): void {
    const length = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(length) || (this.contentLength !== undefined && this.contentLength !== length)) {
      this.#fault ??= 'the field content-length is no length, or there are several';
    }
    this.contentLength = length;
  }

  /** For fields behind a body: whether they may not stand there. */
  get malformedTrailers(): boolean {
    const named = this.method !== '' || this.path !== '' || this.#scheme !== '' || this.#authority !== undefined;
    return this.#fault !== undefined || named;
  }

  /** What is wrong with the request, undefined when nothing is. To be asked when all fields were taken. */
  fault(): string | undefined {
    if (this.#fault !== undefined || this.tooLarge) return this.#fault;
    if (this.method === 'CONNECT') {
      const bare = this.path === '' && this.#scheme === '' && this.#authority !== undefined;
      return bare ? undefined : 'CONNECT has an authority and nothing else';
    }
    if (this.method === '' || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(this.method)) return 'there is no method';
    if (this.#scheme !== 'https' && this.#scheme !== 'http') return 'there is no scheme';
    return this.path.startsWith('/') || this.path === '*' ? undefined : 'there is no path';
  }
}
