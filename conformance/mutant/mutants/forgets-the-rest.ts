import { type Mutant, withJson, withMetadata } from '../contract/mutant.ts';

export default {
  id: 'forgets-the-rest',
  breaks: 'The last chunk of every list is lost.',
  noticedBy: ['chunks', 'chunks-with-selectors', 'items-in-stable-order', 'token-without-limit'],
  start() {
    return {
      answer: (answer) => withJson(answer, (body) => ('items' in body ? withMetadata(body, { continue: '' }) : body)),
    };
  },
} satisfies Mutant;
