// What the node's API consists of: a route is a path pattern, the methods, the sub-resources of the node that its rules
// name, and the endpoint. Matching is here, as other agents of this interface match; the table is made in `routes.ts`.

import type { IncomingHttpHeaders } from 'node:http';
import type { Response, Tunnel } from './response.ts';

export interface EndpointRequest {
  readonly method: string;
  /** The requested path, decoded. */
  readonly path: string;
  /** The values of the pattern's parameters, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Whether the client asks for another protocol on its connection. */
  readonly upgrades: boolean;
  /** Aborts when the client disconnects or the agent stops. */
  readonly signal: AbortSignal;
}

/** A tunnel is only for requests that ask for an upgrade. */
export type Endpoint = (request: EndpointRequest) => Promise<Response | Tunnel> | Response;

export interface Route {
  /** `/pods`, `/checkpoint/{namespace}/{pod}/{container}`; `{name:*}` at the end takes all that follows, also nothing. */
  readonly pattern: string;
  readonly methods: readonly string[] | 'any';
  /** Sub-resources of `nodes`, checked in order; access to one of them is enough. */
  readonly subresources: readonly string[];
  readonly endpoint: Endpoint;
  /**
   * The part of the API that the route belongs to: `/pods`, or `/stats/`, to which `/stats` is redirected. Below it an
   * authorized caller gets a 404 that says so, and a slash at the end makes no difference. Without a part, only the pattern
   * itself is a path of the API.
   */
  readonly part?: string;
}

export type Match =
  | { readonly outcome: 'found'; readonly route: Route; readonly parameters: ReadonlyMap<string, string> }
  /** The path is known but not with this method. */
  | { readonly outcome: 'wrong-method'; readonly route: Route; readonly methods: readonly string[] }
  /** There is no such path in the part of the API that `route` belongs to. */
  | { readonly outcome: 'missing'; readonly route: Route }
  /** The client is redirected to another path. */
  | { readonly outcome: 'elsewhere'; readonly path: string }
  /** Not a valid path: its escapes cannot be decoded. */
  | { readonly outcome: 'undecodable' }
  | { readonly outcome: 'unknown' };

/** Makes the matcher of a table. `path` is the raw path of the request, without the query. */
export function matcher(routes: readonly Route[]): (method: string, path: string) => Match {
  const table = routes.map((route) => ({ route, segments: segmentsOf(route, route.pattern) }));
  const parts = new Map(
    routes.toReversed().flatMap((route) => (route.part === undefined ? [] : [[route.part, route]])),
  );
  const partOf = (path: string): Route | undefined => {
    for (const [part, route] of parts) {
      if (path === part || path.startsWith(part.endsWith('/') ? part : `${part}/`)) return route;
    }
    return undefined;
  };
  return (method, path) => {
    const decoded = decodedPath(path);
    if (decoded === undefined) return { outcome: 'undecodable' };
    const clean = cleanPath(path);
    if (parts.has(`${decoded}/`) && clean === path) return { outcome: 'elsewhere', path: `${clean}/` };
    if (clean !== path) return { outcome: 'elsewhere', path: clean };
    const others: (readonly [Route, readonly string[]])[] = [];
    for (const { route, segments } of table) {
      const parameters = bind(segments, segmentsOf(route, decoded));
      if (parameters === undefined) continue;
      if (route.methods === 'any' || route.methods.includes(method)) return { outcome: 'found', route, parameters };
      others.push([route, route.methods]);
    }
    const [[route] = []] = others;
    if (route !== undefined)
      return { outcome: 'wrong-method', route, methods: others.flatMap(([, methods]) => methods) };
    const part = partOf(decoded);
    return part === undefined ? { outcome: 'unknown' } : { outcome: 'missing', route: part };
  };
}

function segmentsOf({ part }: Route, path: string): readonly string[] {
  return (part === undefined ? path : path.replace(/\/$/, '')).slice(1).split('/');
}

function bind(pattern: readonly string[], path: readonly string[]): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const [index, wanted] of pattern.entries()) {
    const rest = /^\{(.+):\*\}$/.exec(wanted)?.[1];
    if (rest !== undefined) return parameters.set(rest, path.slice(index).join('/'));
    const found = path[index];
    if (found === undefined) return undefined;
    const name = /^\{(.+)\}$/.exec(wanted)?.[1];
    if (name === undefined ? found !== wanted : found === '') return undefined;
    if (name !== undefined) parameters.set(name, found);
  }
  return pattern.length === path.length ? parameters : undefined;
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Without empty segments and dots; a slash at the end stays. */
function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const clean = `/${kept.join('/')}`;
  return path.endsWith('/') && kept.length > 0 ? `${clean}/` : clean;
}
