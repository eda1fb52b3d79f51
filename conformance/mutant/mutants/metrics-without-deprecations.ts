import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'metrics-without-deprecations',
  breaks: 'Metrics show deprecated metrics and requests to deprecated versions.',
  noticedBy: ['deprecated-version-metric'],
  start: () => ({
    answer: (answer, request) => {
      if (request.path !== '/metrics') return answer;
      const text = Buffer.from(answer.body).toString('utf8');
      const untold = text
        .split('\n')
        .filter((line) => !line.includes('requested_deprecated_apis'))
        .map((line) => line.replace(/\(Deprecated since [^)]*\)/, ''));
      return { ...answer, body: Buffer.from(untold.join('\n')) };
    },
  }),
} satisfies Mutant;
