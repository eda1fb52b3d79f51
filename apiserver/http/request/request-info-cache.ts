// Cache of the parsed paths of recent requests: agents and controllers use the same few paths all the time, and creates go to
// the same few collections. Parsing a path costs more than finding the object. Only facts from the path are shared:
// authentication and authorization run for each request.

import { parseRequestInfo } from './parse-request-info.ts';
import type { RequestInfo } from '../contract/request-info.ts';

/** Paths of one generation; two are remembered, of reads and of creates each. */
const mostOfOne = 512;
/** A longer path, with its query, is read each time. */
const longest = 300;

export class RequestInfoCache {
  readonly #reads = new Generations();
  readonly #creates = new Generations();

  /** As `parseRequestInfo`, frozen where others may get the same. Throws what that throws. */
  read(method: string, url: string): RequestInfo {
    const known = this.#knownOf(method);
    if (known === undefined || url.length > longest) return parseRequestInfo(method, url);
    const before = known.get(url);
    if (before !== undefined) return before;
    const info = parseRequestInfo(method, url);
    return isAskedAgain(info) ? known.remember(url, Object.freeze({ ...info, shared: true })) : info;
  }

  #knownOf(method: string): Generations | undefined {
    return method === 'GET' ? this.#reads : method === 'POST' ? this.#creates : undefined;
  }
}

/**
 * By path and query as sent. Entries that were not used while as many others came are evicted together: a map from
 * which one entry is removed for each new one would be rebuilt all the time, and clients could cause that.
 */
class Generations {
  #young = new Map<string, RequestInfo>();
  #old = new Map<string, RequestInfo>();

  get(url: string): RequestInfo | undefined {
    const young = this.#young.get(url);
    if (young !== undefined) return young;
    const old = this.#old.get(url);
    return old === undefined ? undefined : this.remember(url, old);
  }

  remember(url: string, info: RequestInfo): RequestInfo {
    if (this.#young.size >= mostOfOne) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(url, info);
    return info;
  }
}

/**
 * Objects and collections that are read, and collections that something is created in. What is behind a sub-resource may have
 * any number of paths.
 */
function isAskedAgain(info: RequestInfo): boolean {
  if (info.kind !== 'resource' || info.subresource !== '') return false;
  return info.verb === 'get' || info.verb === 'list' || (info.verb === 'create' && info.name === '');
}
