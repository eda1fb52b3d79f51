import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'metrics-without-stability',
  breaks: 'The description of a metric begins with its stability.',
  noticedBy: ['metric-stability'],
  start: () => ({
    answer: (answer, request) =>
      request.path === '/metrics'
        ? {
            ...answer,
            body: Buffer.from(
              Buffer.from(answer.body)
                .toString('utf8')
                .replaceAll(/\[[A-Z]+\] /g, ''),
            ),
          }
        : answer,
  }),
} satisfies Mutant;
