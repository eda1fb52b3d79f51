import { type Mutant, withJson, withMetadata } from '../contract/mutant.ts';

export default {
  id: 'list-version-stands-still',
  breaks: 'Every list carries the same version.',
  noticedBy: ['list-version-moves', 'list-exact', 'list-not-older-than'],
  start() {
    return {
      answer: (answer) =>
        withJson(answer, (body) => ('items' in body ? withMetadata(body, { resourceVersion: '1' }) : body)),
    };
  },
} satisfies Mutant;
