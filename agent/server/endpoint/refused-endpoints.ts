// Paths of the node's API that this agent knows and does not serve: it says so, under the access rules that would hold.

import { text } from '../contract/response.ts';
import type { Route } from '../contract/route.ts';

/** Where callers would reach into containers: interactive streams and commands. */
const streams = [
  { name: 'exec', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
  { name: 'attach', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
  { name: 'portForward', patterns: ['{namespace}/{pod}', '{namespace}/{pod}/{uid}'] },
  { name: 'run', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
] as const;

/** Of an agent that runs no pods. */
export function refusedStreams(): readonly Route[] {
  return streams.flatMap(({ name, patterns }) =>
    patterns.map((pattern) => ({
      pattern: `/${name}/${pattern}`,
      part: `/${name}`,
      methods: name === 'run' ? ['POST'] : ['GET', 'POST'],
      subresources: ['proxy'],
      endpoint: () => text(501, `${name} is not served by this agent\n`),
    })),
  );
}

export function refusedRoutes(): readonly Route[] {
  return [
    disabled('/debug/pprof/{profile:*}', 'profiling endpoint is disabled.', 'proxy'),
    disabled('/debug/flags/v', 'flags endpoint is disabled.', 'proxy'),
  ];
}

/** In the words that agents of this interface have for what is switched off there, whatever the method. */
export function disabled(pattern: string, words: string, subresource: string): Route {
  const below = pattern.endsWith(':*}') ? { part: pattern.slice(0, pattern.lastIndexOf('{')) } : {};
  return { pattern, ...below, methods: 'any', subresources: [subresource], endpoint: () => text(405, `${words}\n`) };
}
