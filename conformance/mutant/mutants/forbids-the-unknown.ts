import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'forbids-the-unknown',
  breaks: 'Unknown credentials are answered 401.',
  noticedBy: ['token-expires', 'token-needs-its-secret', 'tokens-are-off-by-default', 'wrong-token'],
  start: () => ({ answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer) }),
} satisfies Mutant;
