// The stored checkpoints in the node's API: list, inspect, pin, unpin and delete. They use the same sub-resource as the call
// that creates checkpoints, so that one rule covers both and verbs distinguish them.

import type { Archive, ArchiveFolder } from '../../checkpoint/archive-folder.ts';
import { readArchive } from '../../checkpoint/archive-contents.ts';
import { type Response, json, text } from '../contract/response.ts';
import type { EndpointRequest, Route } from '../contract/route.ts';

const subresources = ['checkpoint'];
const absent = text(404, 'checkpoint does not exist');

export function archiveRoutes(folder: ArchiveFolder): readonly Route[] {
  const one = '/checkpoints/{name}';
  /** Errors come from the file system or from the archive, and are shown to the caller. */
  const route = (
    pattern: string,
    method: string,
    answer: (name: string, signal: AbortSignal) => Promise<Response>,
  ): Route => ({
    pattern,
    part: '/checkpoints',
    methods: [method],
    subresources,
    endpoint: async ({ parameters, signal }: EndpointRequest) => {
      const name = parameters.get('name') ?? '';
      try {
        return await answer(name, signal);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return text(500, `${method} of checkpoint${name === '' ? 's' : ` ${name}`} failed (${reason})`);
      }
    },
  });
  const shown = async (name: string): Promise<Response> => {
    const found = await folder.find(name);
    return found === undefined ? absent : json(archiveView(found));
  };
  return [
    route('/checkpoints', 'GET', async () => json({ items: (await folder.list()).map(archiveView) })),
    route(one, 'GET', async (name, signal) => {
      const found = await folder.find(name);
      const file = found && (await folder.open(name));
      if (found === undefined || file === undefined) return absent;
      return json({ ...archiveView(found), contents: await readArchive(file, signal) });
    }),
    route(one, 'DELETE', async (name) => {
      const found = await folder.find(name);
      if (found === undefined) return absent;
      const outcome = await folder.remove(name);
      if (outcome === 'pinned') return text(409, `checkpoint ${name} is pinned`);
      return outcome === 'absent' ? absent : json(archiveView(found));
    }),
    route(`${one}/pin`, 'PUT', async (name) => ((await folder.pin(name)) ? shown(name) : absent)),
    route(`${one}/pin`, 'DELETE', async (name) => ((await folder.unpin(name)) ? shown(name) : absent)),
  ];
}

export interface ArchiveView extends Omit<Archive, 'created'> {
  /** RFC 3339, in seconds. */
  readonly created: string;
}

export function archiveView({ name, bytes, created, pinned }: Archive): ArchiveView {
  return { name, bytes, created: new Date(created).toISOString().replace(/\.\d+Z$/, 'Z'), pinned };
}
