import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'drops-bookmarks',
  breaks: 'No bookmark is ever sent.',
  noticedBy: ['streaming-list', 'bookmark-object', 'bookmark-is-a-safe-start'],
  start() {
    return { events: () => (event) => (event.type === 'BOOKMARK' ? [] : [event]) };
  },
} satisfies Mutant;
