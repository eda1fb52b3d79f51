// Where pods come from beside the API server, composed: a file or folder, and an URL.

import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentParts } from './agent-parts.ts';
import { StaticPods } from './pod/source/static-pods.ts';
import { readPath, readUrl, staticSource } from './pod/source/static-source.ts';

/** The static pods of the node, and the loops that read them. */
export function staticParts({ settings, environment, nodeName }: AgentParts): {
  readonly pods: StaticPods;
  readonly loops: readonly Loop[];
} {
  const { staticPodPath, staticPodURL, staticPodURLHeader, fileCheckFrequency, httpCheckFrequency } =
    settings.loaded.configuration;
  const { vendor, clock, log } = environment;
  const given = [
    { source: 'file', place: staticPodPath, period: fileCheckFrequency, read: () => readPath(staticPodPath) },
    {
      source: 'http',
      place: staticPodURL,
      period: httpCheckFrequency,
      read: readUrl(staticPodURL, staticPodURLHeader),
    },
  ].filter(({ place }) => place !== '');
  const pods = new StaticPods(given.map(({ source }) => source));
  const loops = given.map(({ source, period, read }) =>
    staticSource({
      source,
      read,
      period,
      origin: (from) => ({ source, from, nodeName, now: clock.now(), vendor }),
      found: (found) => pods.set(source, found),
      clock,
      log,
    }),
  );
  return { pods, loops };
}
