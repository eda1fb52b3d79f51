// What was read of the paths of the last reads, for who asks for one again: agents and controllers ask for the same few all
// the time, and taking a path apart costs more than finding the object. Only what the path says is shared: who asks, and
// whether they may, is asked each time.

import { parseRequestInfo } from './parse-request-info.ts';
import type { RequestInfo } from './request-info.ts';

/** Paths of one generation; two are remembered. */
const mostOfOne = 512;
/** A longer path, with its query, is read each time. */
const longest = 300;

export class KnownReads {
  /**
   * By path and query as sent. Those that nobody asked for while as many others came are forgotten together: a map from
   * which one is taken for each that comes would be made anew all the time, and clients could bring that about.
   */
  #young = new Map<string, RequestInfo>();
  #old = new Map<string, RequestInfo>();

  /** As `parseRequestInfo`, frozen where others may get the same. Throws what that throws. */
  read(method: string, url: string): RequestInfo {
    if (method !== 'GET' || url.length > longest) return parseRequestInfo(method, url);
    const young = this.#young.get(url);
    if (young !== undefined) return young;
    const old = this.#old.get(url);
    if (old !== undefined) return this.#remember(url, old);
    const info = parseRequestInfo(method, url);
    return isPlainRead(info) ? this.#remember(url, Object.freeze({ ...info, shared: true })) : info;
  }

  #remember(url: string, info: RequestInfo): RequestInfo {
    if (this.#young.size >= mostOfOne) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(url, info);
    return info;
  }
}

/** What is asked for again and again. What is behind a sub-resource may have any number of paths. */
function isPlainRead(info: RequestInfo): boolean {
  return info.kind === 'resource' && info.subresource === '' && (info.verb === 'get' || info.verb === 'list');
}
