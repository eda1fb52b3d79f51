import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'sends-unasked-bookmarks',
  breaks: 'Every watch gets bookmarks.',
  noticedBy: ['streaming-list-without-bookmarks', 'bookmarks-only-on-request'],
  start() {
    return {
      events: () => (event) => [
        event,
        { type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: '1' } } },
      ],
    };
  },
} satisfies Mutant;
