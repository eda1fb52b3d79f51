// What the node's API consists of: a route is a path pattern, the methods, the sub-resources of the node that its rules
// name, and the endpoint. Matching is here; the table is made in `routes.ts`.

import type { Answer } from './answer.ts';

export interface EndpointRequest {
  readonly method: string;
  /** The values of the pattern's parameters, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** Aborts when the client went away or the agent stops. */
  readonly signal: AbortSignal;
}

export type Endpoint = (request: EndpointRequest) => Promise<Answer> | Answer;

export interface Route {
  /** `/pods`, `/checkpoint/{namespace}/{pod}/{container}`. A slash at the end makes no difference. */
  readonly pattern: string;
  readonly methods: readonly string[];
  /** Sub-resources of `nodes`, of which one must be allowed; asked in order. */
  readonly subresources: readonly string[];
  readonly endpoint: Endpoint;
}

export type Match =
  | { readonly outcome: 'found'; readonly route: Route; readonly parameters: ReadonlyMap<string, string> }
  /** The path is known but not with this method. */
  | { readonly outcome: 'wrong-method'; readonly route: Route; readonly methods: readonly string[] }
  | { readonly outcome: 'unknown' };

/** Makes the matcher of a table. `path` is the raw path of the request, without the query. */
export function matcher(routes: readonly Route[]): (method: string, path: string) => Match {
  const table = routes.map((route) => ({ route, segments: segmentsOf(route.pattern) }));
  return (method, path) => {
    const others: Route[] = [];
    for (const { route, segments } of table) {
      const parameters = bind(segments, segmentsOf(path));
      if (parameters === undefined) continue;
      if (route.methods.includes(method)) return { outcome: 'found', route, parameters };
      others.push(route);
    }
    const [route] = others;
    if (route === undefined) return { outcome: 'unknown' };
    return { outcome: 'wrong-method', route, methods: others.flatMap(({ methods }) => methods) };
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function bind(pattern: readonly string[], path: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  const parameters = new Map<string, string>();
  for (const [index, wanted] of pattern.entries()) {
    const found = path[index] ?? '';
    const name = /^\{(.+)\}$/.exec(wanted)?.[1];
    if (name === undefined) {
      if (found !== wanted) return undefined;
      continue;
    }
    const value = decoded(found);
    if (value === undefined || value === '') return undefined;
    parameters.set(name, value);
  }
  return parameters;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
