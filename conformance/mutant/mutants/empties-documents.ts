import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'empties-documents',
  breaks: 'Documents about the service itself hold nothing.',
  noticedBy: [
    'legacy-core',
    'health-endpoints',
    'names-of-checks',
    'metrics-endpoint',
    'openapi-documents',
    'version-document',
  ],
  start() {
    return {
      answer: (answer, { path }) =>
        /^\/(openapi|version|metrics|livez|readyz|healthz|api$)/.test(path)
          ? { ...answer, body: Buffer.from('{}') }
          : answer,
    };
  },
} satisfies Mutant;
