// Paths of the node's API that this agent does not serve. Authorized callers get an error that says so; access is checked as
// for served paths.

import { text } from '../contract/response.ts';
import type { Route } from '../contract/route.ts';

/** Interactive streams and commands in containers. */
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

/** Responds to every method with the text that other agents use for a disabled endpoint. */
export function disabled(pattern: string, words: string, subresource: string): Route {
  const below = pattern.endsWith(':*}') ? { part: pattern.slice(0, pattern.lastIndexOf('{')) } : {};
  return { pattern, ...below, methods: 'any', subresources: [subresource], endpoint: () => text(405, `${words}\n`) };
}
