// Paths of the node's API that this agent knows and does not serve: it says so, under the access rules that would hold.

import { text } from './answer.ts';
import type { Route } from './route.ts';

/** Where callers would reach into containers: interactive streams and commands. */
const streams = [
  { name: 'exec', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
  { name: 'attach', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
  { name: 'portForward', patterns: ['{namespace}/{pod}', '{namespace}/{pod}/{uid}'] },
  { name: 'run', patterns: ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'] },
] as const;

export function refusedRoutes(): readonly Route[] {
  return [
    ...streams.flatMap(({ name, patterns }) =>
      patterns.map((pattern) => ({
        pattern: `/${name}/${pattern}`,
        methods: name === 'run' ? ['POST'] : ['GET', 'POST'],
        subresources: ['proxy'],
        endpoint: () => text(501, `${name} is not served by this agent\n`),
      })),
    ),
    {
      pattern: '/logs',
      methods: ['GET', 'HEAD'],
      subresources: ['log'],
      endpoint: () => text(405, 'logs endpoint is disabled.\n'),
    },
  ];
}
