import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'serves-removed-versions',
  breaks: 'Removed versions are served.',
  noticedBy: [
    'gone-batch-v1beta1',
    'gone-policy-v1beta1-poddisruptionbudgets',
    'gone-statefulsets',
    'review-version-key',
  ],
  start() {
    return {
      answer: (answer, request) =>
        answer.status === 404 && /^\/apis\/[^/]+\/v\d+beta\d+(\/|$)/.test(request.path)
          ? {
              status: 200,
              headers: { 'content-type': 'application/json' },
              body: Buffer.from('{"kind":"List","items":[]}'),
            }
          : answer,
    };
  },
} satisfies Mutant;
