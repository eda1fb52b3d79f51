import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'drops-finalizers',
  breaks: 'Finalizers are not stored.',
  noticedBy: [
    'finalizers-hold',
    'last-finalizer-removes',
    'any-order-of-finalizers',
    'finalizers-of-any-writer',
    'clean-up-once-deletion-started',
    'second-delete',
    'collection-respects-finalizers',
    'unsafe-option-needs-gate',
    'unsafe-option-spares-readable',
  ],
  start() {
    return {
      request: (request) => {
        const text = Buffer.from(request.body).toString();
        const without = text.replace(/"finalizers":\[[^\]]*\]/, '"finalizers":[]');
        return text === without ? request : { ...request, body: Buffer.from(without) };
      },
    };
  },
} satisfies Mutant;
