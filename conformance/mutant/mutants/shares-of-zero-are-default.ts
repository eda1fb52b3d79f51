import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'shares-of-zero-are-default',
  breaks: 'Shares of a priority level that are given as 0 stay 0.',
  noticedBy: ['concurrency-shares'],
  start: () => ({
    answer: (answer, request) =>
      request.path.includes('/prioritylevelconfigurations/')
        ? {
            ...answer,
            body: Buffer.from(
              Buffer.from(answer.body)
                .toString('utf8')
                .replaceAll('"nominalConcurrencyShares":0', '"nominalConcurrencyShares":30'),
            ),
          }
        : answer,
  }),
} satisfies Mutant;
