import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'empties-lists',
  breaks: 'Lists hold nothing.',
  noticedBy: ['list-most-recent', 'http2-answers-alike', 'pretty-is-accepted'],
  start() {
    return {
      answer: (answer) => withJson(answer, (body) => ('items' in body ? { ...body, items: [] } : body)),
    };
  },
} satisfies Mutant;
