import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'archives-elsewhere',
  breaks: 'Archives lie below the root folder of the agent, under their names.',
  noticedBy: ['archive-of-a-container'],
  start: () => ({
    answer: (answer, request) =>
      request.path.startsWith('/checkpoint/')
        ? withJson(answer, (body) => ({ ...body, items: ['/tmp/checkpoint.tar'] }))
        : answer,
  }),
} satisfies Mutant;
