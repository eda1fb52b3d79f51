import { type Json, type Mutant, metadataOf, withJson, withMetadata } from '../contract/mutant.ts';

export default {
  id: 'reuses-a-version',
  breaks: 'An object keeps its first version for ever.',
  noticedBy: ['every-change-gives-a-version', 'five-methods'],
  start() {
    const first = new Map<unknown, unknown>();
    const remembered = (body: Json): Json => {
      const { uid, resourceVersion } = metadataOf(body);
      if (uid === undefined || resourceVersion === undefined) return body;
      if (!first.has(uid)) first.set(uid, resourceVersion);
      return withMetadata(body, { resourceVersion: first.get(uid) });
    };
    return { answer: (answer) => withJson(answer, remembered) };
  },
} satisfies Mutant;
